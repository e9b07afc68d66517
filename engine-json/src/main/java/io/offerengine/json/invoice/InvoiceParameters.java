package io.offerengine.json.invoice;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the query parameters of a request for invoices.
 *
 * <p>Source: API document, section 4.2; docs/operating.md.
 */
final class InvoiceParameters {
  static final List<String> NAMES =
      List.of("inc_charges", "only_payouts", "no_payouts", "sdate", "edate");

  /** The longest value, in UTF-16 code units; a date with many decimals is shorter. */
  private static final int MAX_LENGTH = 64;

  private final Map<String, String> values;

  private InvoiceParameters(Map<String, String> values) {
    this.values = values;
  }

  /** Reads decoded parameters by name. */
  static InvoiceRequest read(Map<String, String> values) {
    for (String name : values.keySet()) {
      if (!NAMES.contains(name)) {
        throw refusal(
            UNKNOWN_FIELD,
            "no parameter of invoices is called "
                + MessageText.name(name)
                + "; use "
                + String.join(", ", NAMES));
      }
    }
    return new InvoiceParameters(values).request();
  }

  private InvoiceRequest request() {
    boolean incCharges = flag("inc_charges");
    boolean onlyPayouts = flag("only_payouts");
    boolean noPayouts = flag("no_payouts");
    BigDecimal start = instant("sdate");
    BigDecimal end = instant("edate");
    if (start != null && end != null && start.compareTo(end) > 0) {
      throw InvoiceRequest.refusal(
          "sdate is after edate; send an edate that is not before sdate, but got sdate "
              + values.get("sdate")
              + " and edate "
              + values.get("edate"));
    }
    return new InvoiceRequest(
        incCharges,
        onlyPayouts,
        noPayouts,
        start == null ? Instant.MIN : UnixTime.instant(start),
        end == null ? Instant.MAX : UnixTime.instant(end));
  }

  private boolean flag(String name) {
    String text = value(name);
    if (text == null) {
      return false;
    }
    return switch (text) {
      case "true", "True", "1" -> true;
      case "false", "False", "0" -> false;
      default -> throw mismatch(name, "true, false, 1 or 0", text, "");
    };
  }

  private @Nullable BigDecimal instant(String name) {
    String text = value(name);
    if (text == null) {
      return null;
    }
    Optional<BigDecimal> seconds = UnixTime.parse(text);
    if (seconds.isEmpty()) {
      throw mismatch(name, UnixTime.ALLOWED, text, hint(text));
    }
    return seconds.get();
  }

  private static String hint(String text) {
    if (UnixTime.hasFormOfIso(text)) {
      return ", which is no day and time of them";
    }
    boolean lostItsPlus = UnixTime.parse(text.replace(' ', '+')).isPresent();
    return lostItsPlus ? "; a + in a URL is written %2B" : "";
  }

  /** Returns the text of a parameter; null if it was not sent. */
  private @Nullable String value(String name) {
    String text = values.get(name);
    if (text != null && text.isEmpty()) {
      throw refusal(INVALID_VALUE, "the parameter " + name + " is empty; leave it out or give one");
    }
    if (text != null && text.length() > MAX_LENGTH) {
      throw refusal(
          LIMIT_EXCEEDED,
          "the parameter "
              + name
              + " has at most "
              + MAX_LENGTH
              + " characters, but got "
              + text.length());
    }
    return text;
  }

  private static EngineException mismatch(String name, String allowed, String got, String hint) {
    return refusal(
        INVALID_VALUE,
        "the parameter "
            + name
            + " takes "
            + allowed
            + ", but got "
            + MessageText.text(got)
            + hint);
  }

  private static EngineException refusal(ErrorCode code, String problem) {
    return new EngineException(code, code + ": " + problem);
  }
}
