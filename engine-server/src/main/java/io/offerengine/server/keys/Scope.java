package io.offerengine.server.keys;

import java.util.Locale;

/** What a key may be limited to. */
public enum Scope {
  /** Searches. */
  SEARCH,
  /** Billing histories. */
  INVOICES,
  /** Templates. */
  TEMPLATES,
  /** The operator's own routes; an administrator's key is wanted as well. */
  ADMIN;

  /** Returns the name that people write, {@code search} for example. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
