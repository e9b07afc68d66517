package io.offerengine.json.invoice;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;

import io.offerengine.query.EngineException;
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
 * @param start the first second of the period, since 1970; {@link Long#MIN_VALUE} for no start
 * @param end the first second after the period, since 1970; {@link Long#MAX_VALUE} for no end
 */
public record InvoiceRequest(
    boolean incCharges, boolean onlyPayouts, boolean noPayouts, long start, long end) {
  /** Payments and payouts of all time. */
  public static final InvoiceRequest DEFAULT =
      new InvoiceRequest(false, false, false, Long.MIN_VALUE, Long.MAX_VALUE);

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
    if (end < start) {
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
