package io.offerengine.server.market;

import io.offerengine.Matches;
import io.offerengine.SearchWork;
import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchRequest;
import io.offerengine.json.SearchResponse;
import io.offerengine.query.Cursor;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers searches, in the forms that clients send.
 *
 * <p>If results were cut, the header {@code Next-Cursor} has the cursor of the next page. The
 * client sends it back as the query parameter {@code cursor}.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class SearchEndpoint {
  /** The query parameter with the cursor of the next page. */
  static final String CURSOR = "cursor";

  /** The longest token that {@link Cursor#parse} reads. */
  private static final int MAX_CURSOR = 16_384;

  private final SearchableOffers engine;
  private final SearchCodec codec;
  private final Consumer<SearchWork> listener;

  /**
   * Creates an endpoint.
   *
   * @param listener receives the work of each search
   */
  SearchEndpoint(SearchableOffers engine, SearchCodec codec, Consumer<SearchWork> listener) {
    this.engine = engine;
    this.codec = codec;
    this.listener = listener;
  }

  /** Answers a search whose body is the request, or holds it. */
  Answer answerBody(ApiRequest request) {
    return search(request, codec::readRequest);
  }

  /** Answers a search whose body may use all operators and alternatives. */
  Answer answerQuery(ApiRequest request) {
    return search(request, codec::readQuery);
  }

  /** Answers a search whose request is in the address. */
  Answer answerAddress(ApiRequest request) {
    return search(request, body -> codec.readAddress(request.parameters().all()));
  }

  private Answer search(ApiRequest request, Function<byte[], SearchRequest> reader) {
    request.compute();
    SearchRequest search = request.read(reader);
    Snapshot snapshot = engine.snapshot();
    Matches matches = snapshot.search(search.query(cursor(request), request.timeLeft()), listener);
    SearchResponse response = codec.prepareResponse(search, matches);
    return VersionedEndpoint.of(snapshot, withNextCursor(prepared(response), matches));
  }

  /** Returns the cursor of a request; null for the first page. */
  static @Nullable Cursor cursor(ApiRequest request) {
    String token = request.parameters().text(CURSOR);
    return token == null ? null : Cursor.parse(token);
  }

  /** Returns an answer with a response, which compresses itself if the client asks for it. */
  static Answer prepared(SearchResponse response) {
    return Answer.prepared(response.length(), response::writeTo, response::gzip);
  }

  /** Adds the cursor of the next page to an answer, if results were cut. */
  static Answer withNextCursor(Answer answer, Matches matches) {
    Cursor next = matches.nextCursor();
    return next == null ? answer : answer.with("Next-Cursor", headerOf(next));
  }

  /**
   * Returns the header value of a cursor. Long texts in the order could make it longer than {@link
   * Cursor#parse} accepts.
   *
   * @throws io.offerengine.query.EngineException if it is
   */
  private static String headerOf(Cursor cursor) {
    String token = cursor.token();
    if (token.length() > MAX_CURSOR) {
      throw ErrorResponses.refusal(
          ErrorCode.LIMIT_EXCEEDED,
          "the order field has texts that are too long for a cursor to the next page;"
              + " order by another field, or ask for all offers at once with a larger limit");
    }
    return token;
  }
}
