package io.offerengine.json.invoice;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What an item of a billing history is.
 *
 * <p>Amounts are positive whatever the type: a payment raises the balance, the others lower it.
 *
 * <p>Source: API document, section 2.3; decision on invoices.
 */
public enum ItemType {
  /** What the user paid in. */
  PAYMENT,
  /** What the user is charged for, for which a service may take a fee beside. */
  CHARGE,
  /** What was paid out to the user. */
  PAYOUT;

  /** Returns the name in requests and responses, {@code payment} for example. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the type of a name; empty where there is none. */
  public static Optional<ItemType> ofWireName(String name) {
    return Arrays.stream(values()).filter(type -> type.wireName().equals(name)).findFirst();
  }
}
