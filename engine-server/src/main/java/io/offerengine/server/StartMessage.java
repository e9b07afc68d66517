package io.offerengine.server;

import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.templates.SecretRewrite;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The text that {@code serve} prints when it is ready: what it serves, where, and a first request
 * to paste.
 */
final class StartMessage {
  private static final String EXAMPLE =
      "{\"num_gpus\":{\"gte\":1},\"order\":[[\"dph_total\",\"asc\"]],\"limit\":1}";

  private final String url;
  private Map<String, Long> skippedFields = Map.of();
  private final StringBuilder text = new StringBuilder();
  private String key = "$OFFER_ENGINE_API_KEY";

  /** Creates the message for an address. */
  StartMessage(String scheme, String host, int port) {
    this.url = scheme + "://" + authority(host, port);
  }

  /** Adds the number of offers and their source. */
  StartMessage offers(OfferSource.Loaded loaded, String source) {
    text.append("Serving ").append(loaded.offers()).append(" offers of ").append(source);
    text.append(" on ").append(url).append('\n');
    skippedFields = loaded.skippedFields();
    return this;
  }

  /**
   * Adds which file of offers was not read.
   *
   * @param file null for none
   */
  StartMessage skippedFile(@Nullable OfferSource file) {
    if (file != null) {
      text.append("The file ").append(file).append(" was skipped, since a file fills an empty");
      text.append(" database once; send its offers to PUT /admin/offers\n");
    }
    return this;
  }

  /**
   * Adds the instant of a fixed clock.
   *
   * @param instant in seconds since 1970; null for a running clock
   * @param isSample whether the instant is the packaged sample's
   */
  StartMessage clock(@Nullable BigDecimal instant, boolean isSample) {
    if (instant != null) {
      text.append("The clock is fixed at ").append(describe(instant));
      text.append(isSample ? "; serve offers of your own with --offers FILE\n" : "\n");
    }
    return this;
  }

  /**
   * Adds where data is stored, and which unknown fields were skipped.
   *
   * @param location the database; null for none
   */
  StartMessage store(@Nullable String location) {
    if (!skippedFields.isEmpty()) {
      text.append("Fields that are not known were skipped: ");
      text.append(describe(skippedFields)).append('\n');
    }
    text.append(
        location == null
            ? "Nothing is kept when it stops; keep offers, templates and bills with --data DIR\n"
            : "Offers, templates, bills and keys are kept in " + location + "\n");
    return this;
  }

  /**
   * Adds how many passwords the first secret of the list has not encrypted.
   *
   * @param passwords null if the service has no secret
   */
  StartMessage passwords(SecretRewrite.@Nullable Passwords passwords) {
    if (passwords != null && !passwords.older().isEmpty()) {
      text.append("Passwords that an older secret has encrypted: ")
          .append(passwords.older().size());
      text.append("; they are encrypted again in the background\n");
    }
    if (passwords != null && !passwords.lost().isEmpty()) {
      text.append("No secret decrypts the passwords of the templates ").append(passwords.lost());
      text.append("; add their secret to the list, or edit the templates\n");
    }
    return this;
  }

  /**
   * Adds where metrics are read without a key.
   *
   * @param port 0 for nowhere
   */
  StartMessage metrics(String host, int port) {
    if (port > 0) {
      text.append("Metrics: http://").append(authority(host, port)).append("/metrics\n");
    }
    return this;
  }

  /**
   * Adds a key that was made.
   *
   * @param made null for none
   * @param isStored whether the key outlives the service
   */
  StartMessage key(@Nullable String made, boolean isStored) {
    if (made != null) {
      text.append(isStored ? "API key, shown this once: " : "API key, made for this run")
          .append(isStored ? "" : " (set OFFER_ENGINE_API_KEY to choose one): ")
          .append(made)
          .append('\n');
      key = made;
    }
    return this;
  }

  /** Prints the message and a first request to paste. */
  void print(PrintStream out) {
    out.print(text.append("Try:\n").append(search()).append('\n'));
    out.flush();
  }

  private String search() {
    return curl("/api/v0/bundles/")
        + " -H 'Content-Type: application/json'"
        + " -d '"
        + EXAMPLE
        + "'";
  }

  private String curl(String path) {
    return "curl -sS " + url + path + " -H \"Authorization: Bearer " + key + "\"";
  }

  /** Returns host and port for a client on this machine. */
  private static String authority(String host, int port) {
    String reachable =
        switch (host) {
          case "0.0.0.0" -> "127.0.0.1";
          case "::", "[::]" -> "[::1]";
          default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        };
    return reachable + ":" + port;
  }

  private static String describe(BigDecimal seconds) {
    String plain = seconds.toPlainString();
    try {
      return plain + " (" + Instant.ofEpochSecond(seconds.longValue()) + ")";
    } catch (DateTimeException beyondCalendar) {
      return plain;
    }
  }

  private static String describe(Map<String, Long> counts) {
    StringJoiner text = new StringJoiner(", ");
    counts.forEach((name, count) -> text.add(name + " (" + count + ")"));
    return text.toString();
  }
}
