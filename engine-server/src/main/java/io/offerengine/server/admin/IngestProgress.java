package io.offerengine.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.server.http.Answer;
import io.offerengine.server.http.JsonText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * What an ingest has applied so far.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class IngestProgress {
  /** The header with the version of the offers. */
  private static final String VERSION = "Offers-Version";

  private long offers;
  private long version;
  private int line;

  /**
   * Creates the progress of an ingest that applied nothing yet.
   *
   * @param version the engine's version
   */
  IngestProgress(long version) {
    this.version = version;
  }

  /** Adds a batch that was applied. */
  void applied(int operations, int lastLine, long newVersion) {
    offers += operations;
    line = lastLine;
    version = newVersion;
  }

  /** Returns the answer to an ingest that was applied as a whole. */
  Answer answer(Map<String, Long> skippedFields) {
    StringJoiner skipped = new StringJoiner(",", "{", "}");
    skippedFields.forEach((name, count) -> skipped.add(JsonText.quote(name) + ":" + count));
    String json =
        "{\"success\":true,\"offers\":"
            + offers
            + ",\"skipped_fields\":"
            + skipped
            + ",\"version\":"
            + version
            + "}";
    return onto(Answer.ok(json.getBytes(UTF_8)));
  }

  /** Returns an answer with the version, and with what was applied for the audit log. */
  Answer onto(Answer answer) {
    return answer
        .with(VERSION, Long.toString(version))
        .about(offers + " offers, version " + version);
  }

  /**
   * Returns, as text, what was applied before an error.
   *
   * @param isInDoubt whether the batch that failed may have been stored
   */
  String inWords(boolean isInDoubt) {
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
  Map<String, Long> inNumbers() {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("offers", offers);
    numbers.put("line", (long) line);
    numbers.put("version", version);
    return numbers;
  }
}
