package io.offerengine.json.invoice;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The items that a billing history lists: their types and their period.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: API document, section 4.2; docs/operating.md.
 *
 * @param incCharges whether charges are listed
 * @param onlyPayouts whether only payouts are listed; takes precedence over {@code incCharges}
 * @param noPayouts whether payouts are left out
 * @param start the first instant of the period; {@link Instant#MIN} for no start
 * @param end the first instant after the period; {@link Instant#MAX} for no end
 */
public record InvoiceRequest(
    boolean incCharges, boolean onlyPayouts, boolean noPayouts, Instant start, Instant end) {
  /** The names of the query parameters of a request for invoices. */
  static final List<String> PARAMETERS =
      List.of("inc_charges", "only_payouts", "no_payouts", "sdate", "edate");

  /** The longest value, in UTF-16 code units; a date with many decimals is shorter. */
  private static final int LONGEST_VALUE = 64;

  /**
   * Checks that the request does not contradict itself.
   *
   * @throws EngineException if {@code onlyPayouts} and {@code noPayouts} are both true, or if
   *     {@code end} is before {@code start}
   */
  public InvoiceRequest {
    if (onlyPayouts && noPayouts) {
      throw refusal(
          INVALID_REQUEST,
          "only_payouts and no_payouts are both true, which leaves nothing; send one");
    }
    if (end.isBefore(start)) {
      throw refusal(
          INVALID_REQUEST,
          "the period ends before it starts; send an edate that is not before sdate");
    }
  }

  /** Returns the types that are listed; at least one. */
  public Set<ItemType> types() {
    EnumSet<ItemType> types = EnumSet.of(onlyPayouts ? ItemType.PAYOUT : ItemType.PAYMENT);
    if (!noPayouts) {
      types.add(ItemType.PAYOUT);
    }
    if (incCharges && !onlyPayouts) {
      types.add(ItemType.CHARGE);
    }
    return Collections.unmodifiableSet(types);
  }

  /** Reads the decoded parameters of an address, by name. */
  static InvoiceRequest read(Map<String, String> values) {
    for (String name : values.keySet()) {
      if (!PARAMETERS.contains(name)) {
        throw refusal(
            UNKNOWN_FIELD,
            "no parameter of invoices is called "
                + MessageText.name(name)
                + "; use "
                + String.join(", ", PARAMETERS));
      }
    }
    boolean incCharges = flag(values, "inc_charges");
    boolean onlyPayouts = flag(values, "only_payouts");
    boolean noPayouts = flag(values, "no_payouts");
    BigDecimal start = instant(values, "sdate");
    BigDecimal end = instant(values, "edate");
    if (start != null && end != null && start.compareTo(end) > 0) {
      throw refusal(
          INVALID_REQUEST,
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

  private static boolean flag(Map<String, String> values, String name) {
    String text = value(values, name);
    if (text == null) {
      return false;
    }
    return switch (text) {
      case "true", "True", "1" -> true;
      case "false", "False", "0" -> false;
      default -> throw mismatch(name, "true, false, 1 or 0", text, "");
    };
  }

  private static @Nullable BigDecimal instant(Map<String, String> values, String name) {
    String text = value(values, name);
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
  private static @Nullable String value(Map<String, String> values, String name) {
    String text = values.get(name);
    if (text != null && text.isEmpty()) {
      throw refusal(INVALID_VALUE, "the parameter " + name + " is empty; leave it out or give one");
    }
    if (text != null && text.length() > LONGEST_VALUE) {
      throw refusal(
          LIMIT_EXCEEDED,
          "the parameter "
              + name
              + " has at most "
              + LONGEST_VALUE
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
