package io.offerengine.server.market;

import static java.util.stream.Collectors.joining;

import io.offerengine.server.keys.Scope;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The groups of permissions that the marketplace's clients name. Some of them open nothing here.
 */
enum PermissionGroup {
  /** Searches. */
  MISC(Scope.SEARCH),
  /** Billing histories. */
  BILLING_READ(Scope.INVOICES),
  /** Changes of payment data; opens nothing. */
  BILLING_WRITE(null),
  /** Account, templates and keys, without changing them. */
  USER_READ(Scope.USER_READ),
  /** Changes of templates and keys. */
  USER_WRITE(Scope.USER_WRITE),
  /** Rented instances; opens nothing. */
  INSTANCE_READ(null),
  /** Changes of rented instances; opens nothing. */
  INSTANCE_WRITE(null),
  /** A host's machines; opens nothing. */
  MACHINE_READ(null),
  /** Changes of a host's machines; opens nothing. */
  MACHINE_WRITE(null),
  /** Teams; opens nothing. */
  TEAM_READ(null),
  /** Changes of teams; opens nothing. */
  TEAM_WRITE(null);

  /** The scope that the group opens; null for none. */
  final @Nullable Scope scope;

  PermissionGroup(@Nullable Scope scope) {
    this.scope = scope;
  }

  /** Returns the name in requests and responses, for example {@code user_read}. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the group with a name; empty if there is none. */
  static Optional<PermissionGroup> ofWireName(String name) {
    return Arrays.stream(values()).filter(group -> group.wireName().equals(name)).findFirst();
  }

  /** Returns all names, for messages. */
  static String wireNames() {
    return Arrays.stream(values()).map(PermissionGroup::wireName).collect(joining(", "));
  }
}
