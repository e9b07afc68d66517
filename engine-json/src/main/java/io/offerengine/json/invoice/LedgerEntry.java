package io.offerengine.json.invoice;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.json.internal.token.TextRule;
import io.offerengine.query.InvalidQueryException;
import java.math.BigDecimal;
import java.time.Instant;

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
  static final String REFERENCE = "reference";
  static final String TYPE = "type";
  static final String SERVICE = "service";
  static final String AMOUNT = "amount";
  static final String SERVICE_FEE = "service_fee";
  static final String TIMESTAMP = "timestamp";

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

  static InvalidQueryException timestampMismatch(String got) {
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
