package io.offerengine.marketplace;

import java.util.List;

/**
 * The kind of rental that a search prices offers for.
 *
 * <p>Source: API document, sections 1 and 4.1; the further spellings are those that clients send.
 */
public enum InstanceType {
  /** High priority, fixed pricing: the list price. */
  ON_DEMAND("on-demand"),
  /** Interruptible: the minimum bid is the price. */
  BID("bid"),
  /** High priority against pre-payment: the list price, before its discount. */
  RESERVED("reserved");

  private final String wireName;

  InstanceType(String wireName) {
    this.wireName = wireName;
  }

  /** Returns the documented name, {@code on-demand} for example. */
  public String wireName() {
    return wireName;
  }

  /** Returns the other names that are understood. */
  public List<String> otherNames() {
    return switch (this) {
      case ON_DEMAND -> List.of("ondemand", "on_demand", "ask");
      case BID -> List.of("interruptible");
      case RESERVED -> List.of();
    };
  }
}
