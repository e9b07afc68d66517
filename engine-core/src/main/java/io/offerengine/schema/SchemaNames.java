package io.offerengine.schema;

import io.offerengine.schema.Schema.FieldName;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What requests and offers may call things: the fields by their names and aliases, the keys without
 * a meaning, and what people say in place of a name.
 *
 * <p><b>Threads.</b> Confined to the builder of a schema until the schema is built; immutable then.
 */
final class SchemaNames {
  /** The keys of requests that mean something in every schema. */
  static final Set<String> RESERVED =
      Set.of("", "any_of", "disable_bundling", "limit", "none_of", "order");

  private final Map<String, Field> own = new LinkedHashMap<>();
  private final Map<String, FieldName> byQueryName = new LinkedHashMap<>();

  /** The names of keys without a meaning; the value with which a key has none, null for any. */
  private final Map<String, @Nullable String> ignored = new LinkedHashMap<>();

  private final Map<String, Field> hints = new LinkedHashMap<>();

  /** Creates an empty set of names. */
  SchemaNames() {}

  /** Copies the names of a builder. */
  SchemaNames(SchemaNames from) {
    own.putAll(from.own);
    byQueryName.putAll(from.byQueryName);
    ignored.putAll(from.ignored);
    hints.putAll(from.hints);
  }

  /** Adds a field of a free name. */
  void add(Field field) {
    byQueryName.put(field.name(), new FieldName(field.name(), field, 1, false));
    own.put(field.name(), field);
  }

  /**
   * Checks names before the first of them is added.
   *
   * @throws IllegalStateException if one of them is the name or an alias of a field, is a word of
   *     the query language, or is repeated
   */
  void requireFree(List<String> names) {
    Set<String> given = new HashSet<>();
    for (String name : names) {
      if (RESERVED.contains(name)) {
        throw new IllegalStateException(
            "the name \"" + name + "\" is a word of the query language; choose another one");
      }
      FieldName taken = byQueryName.get(name);
      if (taken != null) {
        throw new IllegalStateException(
            "the name " + name + " is taken already, by the field " + taken.field());
      }
      if (!given.add(name)) {
        throw new IllegalStateException("the name " + name + " is given twice");
      }
    }
  }

  /** Adds further names of a field; none of them if one is not free. */
  void addAliases(Field field, int unit, boolean isLeast, List<String> names) {
    requireFree(names);
    names.forEach(name -> byQueryName.put(name, new FieldName(name, field, unit, isLeast)));
  }

  /** Gives a field's own name to another field; it is an alias of that field then. */
  void redirect(Field from, Field to) {
    byQueryName.remove(from.name());
    byQueryName.put(from.name(), new FieldName(from.name(), to, 1, false));
  }

  void ignore(String key, @Nullable String value) {
    ignored.put(key, value);
  }

  void hint(String said, Field field) {
    hints.put(said, field);
  }

  @Nullable Field field(String name) {
    return own.get(name);
  }

  @Nullable FieldName queryName(String name) {
    return byQueryName.get(name);
  }

  /** Returns the names that are not those of their fields, in the order of their addition. */
  List<FieldName> aliases() {
    return byQueryName.values().stream().filter(name -> !name.isOwn()).toList();
  }

  Collection<String> queryNames() {
    return byQueryName.keySet();
  }

  Set<String> ignored() {
    return Collections.unmodifiableSet(ignored.keySet());
  }

  boolean isIgnored(String key, @Nullable Object value) {
    String only = ignored.get(key);
    return only == null ? ignored.containsKey(key) : only.equals(value);
  }

  /** Returns the one of some names that an unknown name probably means. */
  Optional<String> likeliest(String unknown, Collection<String> among) {
    Field meant = hints.get(unknown);
    Optional<String> likeliest =
        meant != null && among.contains(meant.name())
            ? Optional.of(meant.name())
            : Spelling.likeliest(unknown, among);
    return likeliest.filter(name -> !name.equals(unknown));
  }

  /**
   * Finds the name that an unknown name probably means. Letters of different case count as equal.
   *
   * <p><b>Cost.</b> O(names x length squared). If the unknown name is longer than {@link
   * #MAX_LENGTH}, there is no suggestion.
   */
  private static final class Spelling {
    private static final int MAX_LENGTH = 64;

    /** The least length of a name, or of the beginning of one, that says which name is meant. */
    private static final int MIN_LENGTH = 3;

    private static final int TYPING_ERRORS = 2;

    private Spelling() {}

    /**
     * Returns the first of these: the name that differs by one or two letters; the longest name
     * whose words the unknown name contains; the name that differs by a third of the letters; the
     * name that the unknown name begins.
     */
    static Optional<String> likeliest(String unknown, Collection<String> names) {
      if (unknown.length() > MAX_LENGTH) {
        return Optional.empty();
      }
      String lowerCase = unknown.toLowerCase(Locale.ROOT);
      SortedMap<String, Integer> distances = new TreeMap<>();
      for (String name : names) {
        distances.put(name, distance(lowerCase, name.toLowerCase(Locale.ROOT)));
      }
      int third = Math.max(1, unknown.length() / 3);
      return nearest(distances, Math.min(TYPING_ERRORS, third))
          .or(() -> contained(lowerCase, names))
          .or(() -> nearest(distances, third))
          .or(() -> begun(lowerCase, names));
    }

    /** Returns the nearest name, the least of several; empty if its distance exceeds a bound. */
    private static Optional<String> nearest(SortedMap<String, Integer> distances, int most) {
      return distances.entrySet().stream()
          .filter(each -> each.getValue() <= most)
          .min(Map.Entry.comparingByValue())
          .map(Map.Entry::getKey);
    }

    /** Returns the longest name that is a part of the unknown one, between underscores. */
    private static Optional<String> contained(String unknown, Collection<String> names) {
      String words = "_" + unknown + "_";
      return names.stream()
          .filter(name -> name.length() >= MIN_LENGTH)
          .filter(name -> words.contains("_" + name.toLowerCase(Locale.ROOT) + "_"))
          .max(Comparator.comparingInt(String::length).thenComparing(Comparator.reverseOrder()));
    }

    /** Returns the name that begins with the unknown one, if all such names begin with it. */
    private static Optional<String> begun(String unknown, Collection<String> names) {
      if (unknown.length() < MIN_LENGTH) {
        return Optional.empty();
      }
      List<String> begun =
          names.stream()
              .filter(name -> name.toLowerCase(Locale.ROOT).startsWith(unknown))
              .sorted()
              .toList();
      return begun.stream()
          .findFirst()
          .filter(first -> begun.stream().allMatch(name -> name.startsWith(first)));
    }

    /** Returns the Levenshtein distance. */
    private static int distance(String left, String right) {
      int[] above = new int[right.length() + 1];
      for (int column = 0; column <= right.length(); column++) {
        above[column] = column;
      }
      for (int row = 1; row <= left.length(); row++) {
        int[] current = new int[right.length() + 1];
        current[0] = row;
        for (int column = 1; column <= right.length(); column++) {
          int substitution = left.charAt(row - 1) == right.charAt(column - 1) ? 0 : 1;
          current[column] =
              Math.min(
                  above[column - 1] + substitution,
                  1 + Math.min(above[column], current[column - 1]));
        }
        above = current;
      }
      return above[right.length()];
    }
  }
}
