package io.offerengine.server.keys;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the owner of a key noted about it. A label opens nothing.
 *
 * @param name the name of the key; empty for none
 * @param permissions the names of the groups of permissions that the key was made with; null for a
 *     key that was made without groups
 */
public record KeyLabel(String name, @Nullable List<String> permissions) {
  /** The label of a key without a name that was made without groups. */
  public static final KeyLabel NONE = new KeyLabel("", null);

  /** Copies the names. */
  public KeyLabel {
    permissions = permissions == null ? null : List.copyOf(permissions);
  }
}
