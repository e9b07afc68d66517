package io.offerengine.json.invoice;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.json.internal.token.JsonTree;
import io.offerengine.json.internal.token.MessageText;
import io.offerengine.json.internal.token.TextRule;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One item that enters a ledger. Its reference identifies it within the user's ledger.
 *
 * <p>Entries with equal content are equal, even if their amounts were written with different
 * numbers of zeros.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: docs/operating.md (ledger).
 *
 * @param reference identifies the entry: one line of 1 to 200 characters, not blank
 * @param type the type of the item
 * @param service the name of the payment service: one line of at most 200 characters; empty for
 *     none
 * @param amount dollars from 0 to 1,000,000,000, with at most twelve decimals; a payment may be
 *     given as a negative amount, as reports print it, and is the same
 * @param serviceFee the service fee of a charge, in dollars with the same bounds; 0 for other types
 * @param timestamp an instant of the years 1 to 9999
 */
public record LedgerEntry(
    String reference,
    ItemType type,
    String service,
    BigDecimal amount,
    BigDecimal serviceFee,
    Instant timestamp) {
  private static final String REFERENCE = "reference";
  private static final String TYPE = "type";
  private static final String SERVICE = "service";
  private static final String AMOUNT = "amount";
  private static final String SERVICE_FEE = "service_fee";
  private static final String TIMESTAMP = "timestamp";

  /** The keys of an entry, sorted. */
  static final List<String> KEYS =
      List.of(AMOUNT, REFERENCE, SERVICE, SERVICE_FEE, TIMESTAMP, TYPE);

  /**
   * The rule for a reference, which is a key of a database index: some databases limit its length.
   */
  private static final TextRule LINE = TextRule.line(200);

  /**
   * Checks the values and removes trailing zeros from the amounts.
   *
   * @throws InvalidQueryException if a value is out of its bounds, or if an entry other than a
   *     charge has a fee; the path of the exception names the value
   */
  public LedgerEntry {
    LINE.check(REFERENCE, reference);
    LINE.check(SERVICE, service);
    if (reference.isBlank()) {
      throw MessageText.mismatch(
          "/" + REFERENCE, "reference takes a text that is not blank", reference);
    }
    amount = Money.checked(AMOUNT, type == ItemType.PAYMENT ? amount.abs() : amount);
    serviceFee = Money.checked(SERVICE_FEE, serviceFee);
    if (type != ItemType.CHARGE && serviceFee.signum() != 0) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          "/" + SERVICE_FEE,
          "only a charge has a service_fee, but this is a " + type.wireName());
    }
    if (timestamp.getEpochSecond() < UnixTime.FIRST || timestamp.getEpochSecond() > UnixTime.LAST) {
      throw timestampMismatch(timestamp.toString());
    }
  }

  /** Reads an entry from parsed JSON. A null value counts as a missing one. */
  static LedgerEntry read(Map<String, @Nullable Object> request) {
    Object service = request.get(SERVICE);
    Object fee = request.get(SERVICE_FEE);
    return new LedgerEntry(
        text(REFERENCE, required(request, REFERENCE)),
        type(required(request, TYPE)),
        service == null ? "" : text(SERVICE, service),
        Money.read(AMOUNT, required(request, AMOUNT)),
        fee == null ? BigDecimal.ZERO : Money.read(SERVICE_FEE, fee),
        timestamp(required(request, TIMESTAMP)));
  }

  private static Object required(Map<String, @Nullable Object> request, String key) {
    Object value = request.get(key);
    if (value == null) {
      throw new InvalidQueryException(INVALID_REQUEST, "", "a ledger entry needs a field " + key);
    }
    return value;
  }

  static String text(String key, Object value) {
    return JsonTree.text("/" + key, key + " takes a text", value);
  }

  private static ItemType type(Object value) {
    if (value instanceof String name && ItemType.ofWireName(name).isPresent()) {
      return ItemType.ofWireName(name).get();
    }
    String names =
        Stream.of(ItemType.values()).map(ItemType::wireName).collect(Collectors.joining(", "));
    throw MessageText.mismatch("/" + TYPE, TYPE + " takes one of " + names, value);
  }

  /** Returns the instant of a number of seconds. */
  private static Instant timestamp(Object value) {
    if (!(value instanceof NumberLiteral number)) {
      throw timestampMismatch(MessageText.value(value));
    }
    try {
      BigDecimal seconds = new BigDecimal(number.text()).stripTrailingZeros();
      if (UnixTime.isInRange(seconds) && seconds.scale() <= UnixTime.DECIMALS) {
        return UnixTime.instant(seconds);
      }
    } catch (NumberFormatException exponentBeyondInt) {
      // Refused below, like a number out of bounds.
    }
    throw timestampMismatch(number.text());
  }

  private static InvalidQueryException timestampMismatch(String got) {
    return new InvalidQueryException(
        INVALID_VALUE,
        "/" + TIMESTAMP,
        "timestamp takes Unix seconds in the years 1 to 9999, from "
            + UnixTime.FIRST
            + " to "
            + UnixTime.LAST
            + ", with at most 9 decimals, but got "
            + MessageText.cut(got));
  }
}
