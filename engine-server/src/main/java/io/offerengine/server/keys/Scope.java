package io.offerengine.server.keys;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

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

  /** Returns all names that people write, for messages. */
  public static String wireNames() {
    return Arrays.stream(values()).map(Scope::wireName).collect(joining(", "));
  }

  /** Returns all that a key can open. */
  static Set<Scope> ofKey(boolean administrator) {
    return administrator ? EnumSet.allOf(Scope.class) : EnumSet.complementOf(EnumSet.of(ADMIN));
  }
}
