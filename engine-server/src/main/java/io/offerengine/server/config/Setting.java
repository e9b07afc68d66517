package io.offerengine.server.config;

import java.util.List;

/**
 * An option that a file or an environment variable sets.
 *
 * @param key the long name of the option without its hyphens in front, such as {@code user-rate}
 * @param values the values, at least one; more than one only from a list
 * @param origin the file with the line, or the variable
 */
record Setting(String key, List<String> values, String origin) {
  /** Copies the values. */
  Setting {
    values = List.copyOf(values);
  }
}
