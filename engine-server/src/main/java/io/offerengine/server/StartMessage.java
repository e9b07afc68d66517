package io.offerengine.server;

import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.templates.SecretRewrite.Passwords;
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

  private StartMessage() {}

  /**
   * Returns the text, which ends with a line feed.
   *
   * @param admin the second address; null for none
   * @param passwords which passwords the secrets decrypt; null if the service has no secret
   * @param key a key that was made; null for none
   */
  static String of(
      ServeOptions options,
      ApiServer server,
      @Nullable ApiServer admin,
      ServiceOffers.Start start,
      @Nullable Passwords passwords,
      @Nullable String key) {
    ServerSettings address = options.server();
    String url =
        (address.tls == null ? "http" : "https") + "://" + authority(address.host, server.port());
    StringBuilder text = new StringBuilder();
    text.append("Serving ").append(start.offers()).append(" offers of ");
    text.append(start.source()).append(" on ").append(url).append('\n');
    addOffers(options, start, text);
    text.append(
        options.store() == null
            ? "Nothing is kept when it stops; keep offers, templates and bills with --data DIR\n"
            : "Offers, templates, bills and keys are kept in " + options.store() + "\n");
    if (passwords != null) {
      addPasswords(passwords, text);
    }
    if (admin != null && options.admin() != null) {
      text.append("Metrics: http://").append(authority(options.admin().host, admin.port()));
      text.append("/metrics\n");
    }
    if (key != null) {
      text.append(
          options.store() == null
              ? "API key, made for this run (set OFFER_ENGINE_API_KEY to choose one): "
              : "API key, shown this once: ");
      text.append(key).append('\n');
    }
    text.append("Try:\ncurl -sS ")
        .append(url)
        .append("/api/v0/bundles/ -H \"Authorization: Bearer ");
    text.append(key == null ? "$OFFER_ENGINE_API_KEY" : key);
    text.append("\" -H 'Content-Type: application/json' -d '").append(EXAMPLE).append("'\n");
    return text.toString();
  }

  /** Adds the file that was not read, the instant of a fixed clock, and skipped fields. */
  private static void addOffers(
      ServeOptions options, ServiceOffers.Start start, StringBuilder text) {
    OfferSource skipped = start.skippedFile();
    if (skipped != null) {
      text.append("The file ").append(skipped).append(" was skipped, since a file fills an empty");
      text.append(" database once; send its offers to PUT /admin/offers\n");
    }
    BigDecimal instant = options.clock();
    if (instant != null) {
      boolean isOfSample = options.store() == null && options.offers().isSample();
      text.append("The clock is fixed at ").append(describe(instant));
      text.append(isOfSample ? "; serve offers of your own with --offers FILE\n" : "\n");
    }
    Map<String, Long> fields = start.skippedFields();
    if (!fields.isEmpty()) {
      StringJoiner counts = new StringJoiner(", ");
      fields.forEach((name, count) -> counts.add(name + " (" + count + ")"));
      text.append("Fields that are not known were skipped: ").append(counts).append('\n');
    }
  }

  private static void addPasswords(Passwords passwords, StringBuilder text) {
    if (!passwords.older().isEmpty()) {
      text.append("Passwords that an older secret has encrypted: ")
          .append(passwords.older().size());
      text.append("; they are encrypted again in the background\n");
    }
    if (!passwords.lost().isEmpty()) {
      text.append("No secret decrypts the passwords of the templates ").append(passwords.lost());
      text.append("; add their secret to the list, or edit the templates\n");
    }
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
}
