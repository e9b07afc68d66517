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
  /** The keys of requests that mean something in every schema. */
  static final Set<String> RESERVED =
      Set.of("", "any_of", "disable_bundling", "limit", "none_of", "order");

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

  /** Lets conditions and orders that name a field mean another one. */
  void redirect(Field from, Field to) {
    FieldName name = new FieldName(from.name(), to, 1, false);
    aliases.add(name);
    byQueryName.put(from.name(), name);
  }

  /** Adds a free alias. */
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
    Optional<String> likeliest =
        meant != null && among.contains(meant.name())
            ? Optional.of(meant.name())
            : Spelling.likeliest(unknown, among);
    return likeliest.filter(name -> !name.equals(unknown));
  }
}
