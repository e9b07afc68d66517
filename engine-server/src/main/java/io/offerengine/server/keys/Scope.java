package io.offerengine.server.keys;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A part of the API that a key can open. */
public enum Scope {
  /** Searches. */
  SEARCH,
  /** Billing histories. */
  INVOICES,
  /** Templates. */
  TEMPLATES,
  /** The owner's account, keys and templates, without changing them. */
  USER_READ,
  /** Changes of the owner's keys and templates. */
  USER_WRITE,
  /** The operator's routes; only an administrator's key can open them. */
  ADMIN;

  /** Returns the name in options and messages, for example {@code search}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns all names, for messages. */
  public static String wireNames() {
    return Arrays.stream(values()).map(Scope::wireName).collect(joining(", "));
  }

  /** Returns the names of some scopes, in the order of declaration. */
  public static List<String> wireNames(Set<Scope> scopes) {
    return scopes.stream().sorted().map(Scope::wireName).toList();
  }

  /** Returns the widest set of scopes of a key. */
  static Set<Scope> ofKey(boolean administrator) {
    return administrator ? EnumSet.allOf(Scope.class) : EnumSet.complementOf(EnumSet.of(ADMIN));
  }
}
