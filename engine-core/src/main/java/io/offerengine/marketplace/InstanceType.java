package io.offerengine.marketplace;

import java.util.List;

/**
 * The kind of rental. The kind decides which price of an offer a search uses.
 *
 * <p>Source: API document, sections 1 and 4.1. {@link #otherNames} are spellings that clients send,
 * although they are not documented.
 */
public enum InstanceType {
  /** High priority at a fixed price. A search uses the list price. */
  ON_DEMAND("on-demand"),
  /** Interruptible. A search uses the minimum bid. */
  BID("bid"),
  /** High priority with pre-payment. A search uses the list price before the discount. */
  RESERVED("reserved");

  private final String wireName;

  InstanceType(String wireName) {
    this.wireName = wireName;
  }

  /** Returns the documented name, {@code on-demand} for example. */
  public String wireName() {
    return wireName;
  }

  /** Returns the undocumented names that requests may use. */
  public List<String> otherNames() {
    return switch (this) {
      case ON_DEMAND -> List.of("ondemand", "on_demand", "ask");
      case BID -> List.of("interruptible");
      case RESERVED -> List.of();
    };
  }
}
