package io.offerengine.server.admin;

import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.json.OfferCodec;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Operator;
import io.offerengine.query.Query;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Shows and deletes one stored offer.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class OfferEndpoint {
  /** The path parameter with the offer's identifier. */
  static final String ID = "id";

  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]+");

  private final OfferEngine engine;
  private final OfferCodec codec;
  private final BatchWriter writer;

  /**
   * Creates an endpoint.
   *
   * @param engine has the offers that are shown
   * @param writer deletes offers
   */
  OfferEndpoint(OfferEngine engine, BatchWriter writer) {
    this.engine = engine;
    this.writer = writer;
    this.codec = new OfferCodec(engine.schema());
  }

  /** Answers with the stored fields of the offer. Computed fields appear in searches only. */
  Answer show(ApiRequest request) throws IOException {
    long id = id(request);
    Query query =
        Query.builder(engine.schema())
            .where(engine.schema().idField(), Operator.EQ, id)
            .orderById()
            .fold(false)
            .limit(1)
            .build();
    Matches matches = engine.snapshot().search(query);
    if (!matches.next()) {
      throw new UnknownOfferException(id, "shown");
    }
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    codec.writeLines(List.of(matches.toOffer()).iterator(), json);
    return Answer.ok(json.toByteArray());
  }

  /** Deletes the offer. */
  Answer delete(ApiRequest request) {
    long id = id(request);
    IngestProgress progress = new IngestProgress(0);
    progress.applied(1, 1, writer.apply(OfferBatch.builder().delete(id).build()));
    return progress.answer(Map.of());
  }

  private static long id(ApiRequest request) {
    String text = request.pathParameter(ID);
    if (WHOLE_NUMBER.matcher(text).matches()) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        // Refused below: it has more than 64 bits.
      }
    }
    throw ErrorResponses.refusal(
        ErrorCode.INVALID_VALUE,
        "the id of an offer is a whole number of at most 64 bits, but the path has \""
            + ErrorResponses.echo(text)
            + "\"");
  }
}
