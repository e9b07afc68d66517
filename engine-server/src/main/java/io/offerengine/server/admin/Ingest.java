package io.offerengine.server.admin;

import io.offerengine.json.RecordReader;
import io.offerengine.log.LogUnavailableException;
import io.offerengine.query.ConflictException;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.BodyStream;
import io.offerengine.server.http.ErrorResponses;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongBiFunction;

/**
 * The ingest of one request: reads operations while they arrive and applies them batch by batch.
 *
 * <p>A batch is applied as a whole, after all of it was read. If reading fails, for example because
 * the connection breaks, nothing of this batch is applied. Earlier batches stay applied.
 *
 * <p><b>Cost.</b> Memory for one batch.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <T> what a line says: an offer, or changes of one
 */
final class Ingest<T> {
  private final BatchWriter writer;
  private final RecordReader<T> reader;
  private final ToLongBiFunction<OfferBatch.Builder, T> adding;
  private final BodyStream body;
  private final IngestLimits limits;
  private final Map<Long, Integer> lineById = new HashMap<>();
  private OfferBatch.Builder batch = OfferBatch.builder();

  /** How many offers were applied, up to which line, and the version with them. */
  private long offers;

  private int line;
  private long version;

  /**
   * Creates an ingest that applied nothing yet.
   *
   * @param version the present version of the offers
   * @param adding adds to a batch what the reader returned, and returns the offer's identifier
   */
  Ingest(
      BatchWriter writer,
      RecordReader<T> reader,
      ToLongBiFunction<OfferBatch.Builder, T> adding,
      BodyStream body,
      IngestLimits limits,
      long version) {
    this.writer = writer;
    this.reader = reader;
    this.adding = adding;
    this.body = body;
    this.limits = limits;
    this.version = version;
  }

  /**
   * Applies the whole body as one batch, and returns the answer.
   *
   * @throws EngineException if the body is malformed, too large or does not fit the schema; nothing
   *     is applied
   */
  Answer applyAtOnce() {
    while (reader.hasNext()) {
      if (batch.size() == limits.batchOffers()) {
        throw ErrorResponses.refusal(
            ErrorCode.PAYLOAD_TOO_LARGE,
            "one batch takes at most "
                + limits.batchOffers()
                + " offers, but the body has more; with ?batch=N the body may have any number, and"
                + " every N offers are applied as a batch");
      }
      add();
    }
    apply();
    return answer(offers, reader.skippedFields(), version);
  }

  /** Returns the answer to a change that was applied as a whole. */
  static Answer answer(long offers, Map<String, Long> skippedFields, long version) {
    return onto(
        Answer.success("offers", offers, "skipped_fields", skippedFields, "version", version),
        offers,
        version);
  }

  /** Returns an answer with the version, and with what was applied for the audit log. */
  private static Answer onto(Answer answer, long offers, long version) {
    return answer
        .with("Offers-Version", Long.toString(version))
        .about(offers + " offers, version " + version);
  }

  /**
   * Applies a batch after every so many operations, and returns the answer. After a failure,
   * earlier batches stay applied, and the answer says which.
   */
  Answer applyEvery(int operations) {
    try {
      startBatch(operations);
      while (reader.hasNext()) {
        add();
        if (batch.size() == operations) {
          apply();
          startBatch(operations);
        }
      }
      apply();
      return answer(offers, reader.skippedFields(), version);
    } catch (EngineException e) {
      boolean isInDoubt = e instanceof LogUnavailableException failure && failure.isInDoubt();
      return onto(
          ErrorResponses.of(
              new EngineException(e.code(), e.getMessage() + "; " + progress(isInDoubt)),
              progress()),
          offers,
          version);
    } catch (UncheckedIOException e) {
      return onto(
          ErrorResponses.brokenBody(e, "; " + progress(false), progress()), offers, version);
    }
  }

  /**
   * Returns, as text, what was applied before an error.
   *
   * @param isInDoubt whether the batch that failed may have been stored
   */
  private String progress(boolean isInDoubt) {
    if (offers == 0) {
      return isInDoubt ? "nothing after this batch was stored" : "nothing was stored";
    }
    return "the first "
        + offers
        + " offers, up to line "
        + line
        + ", are stored (version "
        + version
        + (isInDoubt ? "), and nothing after the next batch is" : "), the others are not");
  }

  /** Returns, as numbers, what was applied before an error. */
  private Map<String, Long> progress() {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("offers", offers);
    numbers.put("line", (long) line);
    numbers.put("version", version);
    return numbers;
  }

  private void startBatch(int operations) {
    body.allow(
        limits.batchBytes(),
        () ->
            ErrorResponses.refusal(
                ErrorCode.PAYLOAD_TOO_LARGE,
                ("the text of one batch, here of %s offers, takes at most %s bytes; choose"
                        + " a smaller ?batch=N")
                    .formatted(operations, limits.batchBytes())));
  }

  private void add() {
    long id = adding.applyAsLong(batch, reader.next());
    Integer earlier = lineById.putIfAbsent(id, reader.line());
    if (earlier != null) {
      throw ErrorResponses.refusal(
          ErrorCode.DUPLICATE_OFFER,
          ("the id %s occurs twice in one batch: first on line %s, again on line %s; send"
                  + " each offer once")
              .formatted(id, earlier, reader.line()));
    }
  }

  private void apply() {
    if (batch.size() == 0) {
      return;
    }
    try {
      version = writer.apply(batch.build());
      offers += batch.size();
      line = reader.line();
    } catch (UnknownOfferException e) {
      throw ErrorResponses.refusal(
          e.code(),
          ("no offer has the id %s, which line %s changes; send the whole offer by PUT, or"
                  + " leave the line out")
              .formatted(e.id(), lineById.get(e.id())));
    } catch (ConflictException e) {
      throw ErrorResponses.refusal(
          e.code(),
          "line %s: the offer %s %s; read the offer again, and change it if it still fits"
              .formatted(lineById.get(e.id()), e.id(), e.problem()));
    }
    lineById.clear();
    batch = OfferBatch.builder();
  }
}
