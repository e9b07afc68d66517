package io.offerengine.server.market;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The groups of permissions that the marketplace's clients name. Some of them open nothing here.
 */
enum PermissionGroup {
  /** Searches. */
  MISC,
  /** Billing histories. */
  BILLING_READ,
  /** Changes of payment data; opens nothing. */
  BILLING_WRITE,
  /** Account, templates and keys, without changing them. */
  USER_READ,
  /** Changes of templates and keys. */
  USER_WRITE,
  /** Rented instances; opens nothing. */
  INSTANCE_READ,
  /** Changes of rented instances; opens nothing. */
  INSTANCE_WRITE,
  /** A host's machines; opens nothing. */
  MACHINE_READ,
  /** Changes of a host's machines; opens nothing. */
  MACHINE_WRITE,
  /** Teams; opens nothing. */
  TEAM_READ,
  /** Changes of teams; opens nothing. */
  TEAM_WRITE;

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
