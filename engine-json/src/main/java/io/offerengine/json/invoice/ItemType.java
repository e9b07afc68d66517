package io.offerengine.json.invoice;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The type of an item in a billing history.
 *
 * <p>An amount is positive for each type; a report prints that of a payment as negative. A payment
 * raises the balance; a charge and a payout lower it.
 *
 * <p>Source: API document, section 2.3; docs/operating.md.
 */
public enum ItemType {
  /** Money that the user paid in. */
  PAYMENT,
  /** A price that the user owes; a service fee may be added to it. */
  CHARGE,
  /** Money that was paid out to the user. */
  PAYOUT;

  /** Returns the name in requests and responses, for example {@code payment}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the type with a name; empty if there is none. */
  public static Optional<ItemType> ofWireName(String name) {
    return Arrays.stream(values()).filter(type -> type.wireName().equals(name)).findFirst();
  }
}
