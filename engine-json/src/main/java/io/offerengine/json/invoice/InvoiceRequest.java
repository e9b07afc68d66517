package io.offerengine.json.invoice;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;

import io.offerengine.query.EngineException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which items of a billing history a report lists.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: API document, section 4.2.
 *
 * @param incCharges whether charges are listed
 * @param onlyPayouts whether payouts alone are listed, charges not even when asked for
 * @param noPayouts whether payouts are left out
 * @param start the first second that counts, since 1970
 * @param end the first second after it that counts no longer
 */
public record InvoiceRequest(
    boolean incCharges, boolean onlyPayouts, boolean noPayouts, long start, long end) {
  /** Everything but charges, at any time. */
  public static final InvoiceRequest DEFAULT =
      new InvoiceRequest(false, false, false, Long.MIN_VALUE, Long.MAX_VALUE);

  /**
   * Checks that something could be listed.
   *
   * @throws EngineException if payouts are both asked for alone and left out, or the end is before
   *     the start
   */
  public InvoiceRequest {
    if (onlyPayouts && noPayouts) {
      throw refusal("only_payouts and no_payouts are both true, which leaves nothing; send one");
    }
    if (end < start) {
      throw refusal("the period ends before it starts; send an edate that is not before sdate");
    }
  }

  /** Returns the types that are listed, of which there is at least one. */
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
