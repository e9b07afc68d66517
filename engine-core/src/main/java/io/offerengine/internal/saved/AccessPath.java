package io.offerengine.internal.saved;

import io.offerengine.query.OfferValues;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Up to two fields of which a search may ask for one value each. Searches that ask for the same
 * values are filed together, and an offer finds them by its own values.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param fields stored or derived fields, neither flags nor lists
 */
record AccessPath(List<Field> fields) {
  /**
   * Returns the paths of a schema: every pair that has a common index, every single field, and at
   * last the path without fields, which every search follows.
   */
  static List<AccessPath> of(Schema schema) {
    List<AccessPath> paths = new ArrayList<>();
    schema.pairs().forEach(pair -> paths.add(new AccessPath(List.of(pair.first(), pair.second()))));
    schema.columns().forEach(field -> paths.add(new AccessPath(List.of(field))));
    paths.add(new AccessPath(List.of()));
    paths.removeIf(path -> !path.fields.stream().allMatch(AccessPath::isAccess));
    return List.copyOf(paths);
  }

  private static boolean isAccess(Field field) {
    boolean isSingle = field.type().isScalar() && field.type() != FieldType.BOOLEAN;
    return isSingle && field.formula() == null;
  }

  /**
   * The searches that ask for the same values along a path.
   *
   * @param path the path
   * @param values as {@link #keyOf} returns them
   */
  record Key(AccessPath path, Object values) {}

  /** Returns the keys under which a search may be filed; one for each path that it follows. */
  static List<Key> keysOf(SavedSearch search, List<AccessPath> paths) {
    Map<Field, Object> values = new HashMap<>();
    for (SearchPredicate each : search.predicates()) {
      if (each instanceof SearchPredicate.OfField one) {
        Object only = one.onlyValue();
        if (only != null) {
          values.put(one.field(), only);
        }
      }
    }
    List<Key> keys = new ArrayList<>();
    for (AccessPath path : paths) {
      Object key = path.join(values::get);
      if (key != null) {
        keys.add(new Key(path, key));
      }
    }
    return keys;
  }

  /** Returns the values of an offer; null if one is absent. */
  @Nullable Object keyOf(OfferValues values) {
    return join(field -> {
      if (field.type().isText()) {
        return values.text(field);
      }
      return values.has(field, null) ? (Object) values.key(field, null) : null;
    });
  }

  private @Nullable Object join(Function<Field, @Nullable Object> valueOf) {
    if (fields.isEmpty()) {
      return fields;
    }
    Object first = valueOf.apply(fields.get(0));
    Object last = valueOf.apply(fields.get(fields.size() - 1));
    if (first == null || last == null) {
      return null;
    }
    return fields.size() == 1 ? first : List.of(first, last);
  }
}
