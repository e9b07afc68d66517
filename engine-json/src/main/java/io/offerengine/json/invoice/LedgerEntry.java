package io.offerengine.json.invoice;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import java.math.BigDecimal;

/**
 * What a ledger takes in: one item, with a name of its own by which it is told from others.
 *
 * <p>Equal content makes equal entries, however many zeros the amounts came with.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: decision on invoices.
 *
 * @param reference the entry's name within the user's ledger: one line of 1 to 200 characters
 * @param type what it is
 * @param service the payment service: one line of at most 200 characters, empty for none
 * @param amount dollars from 0 to 1,000,000,000, exact to a millionth
 * @param serviceFee dollars of a charge's service fee, within the same bounds; 0 for the others
 * @param timestamp whole seconds since 1970, in the years 1 to 9999
 */
public record LedgerEntry(
    String reference,
    ItemType type,
    String service,
    BigDecimal amount,
    BigDecimal serviceFee,
    long timestamp) {
  static final String REFERENCE = "reference";
  static final String TYPE = "type";
  static final String SERVICE = "service";
  static final String AMOUNT = "amount";
  static final String SERVICE_FEE = "service_fee";
  static final String TIMESTAMP = "timestamp";

  /** A reference is a key of an index, which takes no longer ones in every database. */
  private static final TextRule LINE = TextRule.line(200);

  /**
   * Checks the values and drops trailing zeros of the amounts.
   *
   * @throws InvalidQueryException if a value is out of its bounds, or a fee stands beside anything
   *     but a charge; its path is the value's key
   */
  public LedgerEntry {
    LINE.check(REFERENCE, reference);
    LINE.check(SERVICE, service);
    if (reference.isBlank()) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          "/" + REFERENCE,
          "reference takes a text that is not blank, but got " + MessageText.value(reference));
    }
    amount = Money.checked(AMOUNT, amount);
    serviceFee = Money.checked(SERVICE_FEE, serviceFee);
    if (type != ItemType.CHARGE && serviceFee.signum() != 0) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          "/" + SERVICE_FEE,
          "only a charge has a service_fee, but this is a " + type.wireName());
    }
    if (timestamp < UnixTime.FIRST || timestamp > UnixTime.LAST) {
      throw timestampMismatch(Long.toString(timestamp));
    }
  }

  static InvalidQueryException timestampMismatch(String got) {
    return new InvalidQueryException(
        INVALID_VALUE,
        "/" + TIMESTAMP,
        "timestamp takes whole Unix seconds in the years 1 to 9999, from "
            + UnixTime.FIRST
            + " to "
            + UnixTime.LAST
            + ", but got "
            + MessageText.cut(got));
  }
}
