package io.offerengine.json.invoice;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;

import io.offerengine.query.EngineException;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The items that a billing history lists: their types and their period.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: API document, section 4.2.
 *
 * @param incCharges whether charges are listed
 * @param onlyPayouts whether only payouts are listed; takes precedence over {@code incCharges}
 * @param noPayouts whether payouts are left out
 * @param start the first instant of the period; {@link Instant#MIN} for no start
 * @param end the first instant after the period; {@link Instant#MAX} for no end
 */
public record InvoiceRequest(
    boolean incCharges, boolean onlyPayouts, boolean noPayouts, Instant start, Instant end) {
  /** Payments and payouts of all time. */
  public static final InvoiceRequest DEFAULT =
      new InvoiceRequest(false, false, false, Instant.MIN, Instant.MAX);

  /**
   * Checks that the request does not contradict itself.
   *
   * @throws EngineException if {@code onlyPayouts} and {@code noPayouts} are both true, or if
   *     {@code end} is before {@code start}
   */
  public InvoiceRequest {
    if (onlyPayouts && noPayouts) {
      throw refusal("only_payouts and no_payouts are both true, which leaves nothing; send one");
    }
    if (end.isBefore(start)) {
      throw refusal("the period ends before it starts; send an edate that is not before sdate");
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

  static EngineException refusal(String problem) {
    return new EngineException(INVALID_REQUEST, INVALID_REQUEST + ": " + problem);
  }
}
