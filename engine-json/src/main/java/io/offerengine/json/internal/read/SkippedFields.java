package io.offerengine.json.internal.read;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts of fields that the schema does not know, by name, in the order of their first occurrence.
 *
 * <p><b>Cost.</b> Memory for a bounded number of names; the others share one count.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class SkippedFields {
  /** The name under which the names beyond the bound are counted. */
  static final String OTHERS = "…";

  private final int maxNames;
  private final Map<String, Long> counts = new LinkedHashMap<>();

  SkippedFields(int maxNames) {
    this.maxNames = maxNames;
  }

  void add(String name) {
    boolean hasRoom = counts.size() < maxNames || counts.containsKey(name);
    counts.merge(hasRoom ? name : OTHERS, 1L, Long::sum);
  }

  /** Counts what others counted, in their order. */
  void addAll(SkippedFields others) {
    others.counts.forEach((name, count) -> {
      for (long i = 0; i < count; i++) {
        add(name);
      }
    });
  }

  void forgetAll() {
    counts.clear();
  }

  Map<String, Long> counts() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }
}
