package io.offerengine.json.internal.read;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts unknown fields by name, in the order in which the names first occur.
 *
 * <p><b>Cost.</b> Memory for a bounded number of names; all further names share one count.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class SkippedFields {
  /** The name of the shared count. */
  static final String OTHERS = "…";

  private final int maxNames;
  private final Map<String, Long> counts = new LinkedHashMap<>();

  /** Creates counts of at most so many names. */
  public SkippedFields(int maxNames) {
    this.maxNames = maxNames;
  }

  void add(String name) {
    add(name, 1);
  }

  private void add(String name, long times) {
    boolean hasRoom = counts.size() < maxNames || counts.containsKey(name);
    counts.merge(hasRoom ? name : OTHERS, times, Long::sum);
  }

  /** Adds the counts of another object, in their order. */
  void addAll(SkippedFields others) {
    others.counts.forEach(this::add);
  }

  void forgetAll() {
    counts.clear();
  }

  /** Returns the counts so far. */
  public Map<String, Long> counts() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }
}
