package io.offerengine.schema;

import java.util.List;

/**
 * The kind of rental that a search prices offers for.
 *
 * <p>Source: API document, sections 1 and 4.1; the further spellings are those that clients send.
 */
public enum InstanceType {
  /** High priority, fixed pricing: the list price. */
  ON_DEMAND("on-demand", List.of("ondemand", "on_demand", "ask")),
  /** Interruptible: the minimum bid is the price. */
  BID("bid", List.of("interruptible")),
  /** High priority against pre-payment: the list price, before its discount. */
  RESERVED("reserved", List.of());

  private final String wireName;
  private final List<String> otherNames;

  InstanceType(String wireName, List<String> otherNames) {
    this.wireName = wireName;
    this.otherNames = otherNames;
  }

  /** Returns the documented name, {@code on-demand} for example. */
  public String wireName() {
    return wireName;
  }

  /** Returns the other names that are understood. */
  public List<String> otherNames() {
    return otherNames;
  }
}
