package io.offerengine.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What requests and offers may call things: the fields by their names and aliases, the keys without
 * a meaning, and what people say in place of a name.
 *
 * <p><b>Threads.</b> Confined to the builder of a schema until the schema is built; immutable then.
 */
final class SchemaNames {
  private final Map<String, Field> own = new LinkedHashMap<>();
  private final Map<String, FieldName> byQueryName = new LinkedHashMap<>();
  private final List<FieldName> aliases = new ArrayList<>();

  /** The names of keys without a meaning; the value with which a key has none, null for any. */
  private final Map<String, @Nullable String> ignored = new LinkedHashMap<>();

  private final Map<String, Field> hints = new LinkedHashMap<>();

  /** Creates an empty set of names. */
  SchemaNames() {}

  /** Copies the names of a builder. */
  SchemaNames(SchemaNames from) {
    own.putAll(from.own);
    byQueryName.putAll(from.byQueryName);
    aliases.addAll(from.aliases);
    ignored.putAll(from.ignored);
    hints.putAll(from.hints);
  }

  /** Adds a field, unless its name is taken: then this returns false. */
  boolean add(Field field) {
    byQueryName.putIfAbsent(field.name(), new FieldName(field.name(), field, 1, false));
    return own.putIfAbsent(field.name(), field) == null;
  }

  /**
   * Checks names before the first of them is added as an alias.
   *
   * @throws IllegalStateException if one of them is an alias already, or is repeated
   */
  void requireFree(List<String> names) {
    Set<String> taken = new HashSet<>();
    aliases.forEach(alias -> taken.add(alias.name()));
    for (String name : names) {
      if (!taken.add(name)) {
        throw new IllegalStateException("the alias " + name + " is taken already");
      }
    }
  }

  /** Adds a free alias, which wins over another field of that name. */
  void addAlias(FieldName alias) {
    aliases.add(alias);
    byQueryName.put(alias.name(), alias);
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

  List<FieldName> aliases() {
    return aliases;
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
    return meant != null && among.contains(meant.name())
        ? Optional.of(meant.name())
        : Spelling.likeliest(unknown, among);
  }
}
