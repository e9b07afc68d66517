package io.offerengine.json.key;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An API key as its owner sees it, without the secret.
 *
 * @param id the number of the key
 * @param name what the owner calls the key; empty for nothing
 * @param groups the groups of permissions of the key
 * @param scopes the names of the scopes that the key opens
 * @param administrator whether the key also opens things of other users
 * @param created when the key was made, in seconds since 1970
 * @param expires when the key expires, in seconds since 1970; null for never
 */
public record ShownKey(
    long id,
    String name,
    Set<PermissionGroup> groups,
    List<String> scopes,
    boolean administrator,
    long created,
    @Nullable Long expires) {
  /** Copies groups and scopes. */
  public ShownKey {
    groups = Set.copyOf(groups);
    scopes = List.copyOf(scopes);
  }
}
