package io.offerengine.json.key;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A checked request for a new API key.
 *
 * @param name what the owner calls the key; empty for nothing
 * @param groups the groups of permissions of the key; null for all that the caller's key has
 */
public record KeyRequest(String name, @Nullable Set<PermissionGroup> groups) {
  /** Copies the groups. */
  public KeyRequest {
    groups = groups == null ? null : Set.copyOf(groups);
  }
}
