package io.offerengine.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the schema of saved offers differs from the schema that restored them. Fields are called by
 * their present names, and those of the saved schema that are left out by their names there.
 *
 * @param added the fields of which the files have no values: new ones, and those that offers give
 *     now and that were derived or computed before
 * @param removed the saved fields whose values were left out: the schema has no such field any
 *     more, or no longer stores its values
 * @param renamed by the name in the files, the field that has this name as an alias now
 * @param retiered the fields with another tier
 * @param recomputed the derived and computed fields with another rule, and the fields whose texts
 *     compare by another collation. If the rule has the same text and other code, the restore may
 *     have noticed only some of these fields; it made the values of all of them anew.
 * @param lostSearches by identifier, why a saved search was left out: it names a field that was
 *     removed, for example
 */
public record SchemaChanges(
    List<String> added,
    List<String> removed,
    Map<String, String> renamed,
    List<Retiered> retiered,
    List<String> recomputed,
    Map<Long, String> lostSearches) {
  /** No field differs. */
  public static final SchemaChanges NONE =
      new SchemaChanges(List.of(), List.of(), Map.of(), List.of(), List.of(), Map.of());

  /** Copies the lists. */
  public SchemaChanges {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
    renamed = Map.copyOf(renamed);
    retiered = List.copyOf(retiered);
    recomputed = List.copyOf(recomputed);
    lostSearches = Map.copyOf(lostSearches);
  }

  /**
   * A field with another tier.
   *
   * @param field the name of the field
   * @param before the tier in the saved schema
   * @param now the present tier
   */
  public record Retiered(String field, Tier before, Tier now) {
    @Override
    public String toString() {
      return field + " (" + before + " to " + now + ")";
    }
  }

  /** Returns these changes with saved searches that were left out. */
  public SchemaChanges withLostSearches(Map<Long, String> lost) {
    return new SchemaChanges(added, removed, renamed, retiered, recomputed, lost);
  }

  /** Returns whether no field differs, and no saved search was left out. */
  public boolean isEmpty() {
    return equals(NONE);
  }

  /** Returns a line that names all that differs. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    add("added", added, parts);
    add("removed", removed, parts);
    add("renamed", inWords(new TreeMap<>(renamed), " (to "), parts);
    add("other tier", retiered, parts);
    add("recomputed", recomputed, parts);
    add("saved searches left out", inWords(new TreeMap<>(lostSearches), " ("), parts);
    return parts.isEmpty() ? "no field differs" : String.join("; ", parts);
  }

  private static List<String> inWords(SortedMap<?, String> changes, String joint) {
    return changes.entrySet().stream()
        .map(each -> each.getKey() + joint + each.getValue() + ")")
        .toList();
  }

  private static void add(String what, List<?> fields, List<String> parts) {
    if (!fields.isEmpty()) {
      parts.add(what + ": " + String.join(", ", fields.stream().map(String::valueOf).toList()));
    }
  }
}
