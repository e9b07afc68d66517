package io.offerengine.json.internal.read;

import io.offerengine.query.InvalidQueryException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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

  /** The steps from a record to the first value that is counted. */
  private List<String> first = List.of();

  /** Creates counts of at most so many names. */
  public SkippedFields(int maxNames) {
    this.maxNames = maxNames;
  }

  /** Counts a value of a field. */
  void add(String field) {
    add(field, 1, List.of(field));
  }

  /** Counts a member of an object field, under a name like {@code search.member}. */
  void addMember(String object, String member) {
    add(object + '.' + member, 1, List.of(object, member));
  }

  private void add(String name, long times, List<String> steps) {
    first = counts.isEmpty() ? steps : first;
    boolean hasRoom = counts.size() < maxNames || counts.containsKey(name);
    counts.merge(hasRoom ? name : OTHERS, times, Long::sum);
  }

  /** Adds the counts of another object, in their order. */
  void addAll(SkippedFields others) {
    others.counts.forEach((name, times) -> add(name, times, others.first));
  }

  void forgetAll() {
    counts.clear();
  }

  /** Returns the counts so far. */
  public Map<String, Long> counts() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }

  /** Returns the JSON Pointer, within its record, of the first value that is counted. */
  public String firstPath() {
    return first.stream().reduce("", InvalidQueryException::pointer);
  }
}
