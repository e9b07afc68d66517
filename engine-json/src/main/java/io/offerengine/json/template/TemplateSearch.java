package io.offerengine.json.template;

import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A search for templates: conditions, an order, a limit, and the fields that are shown.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class TemplateSearch {
  /** The parameter with the conditions: an object. */
  public static final String FILTERS = "select_filters";

  /** The parameter with the shown fields: a list of names, {@code ["*"]} for all. */
  public static final String COLUMNS = "select_cols";

  /**
   * The parameter with the order: a name, or a list such as {@code [{"col":"id","dir":"desc"}]}.
   */
  public static final String ORDER = "order_by";

  /** The parameter with the largest number of templates. */
  public static final String LIMIT = "limit";

  /** The parameters of a search. */
  public static final List<String> PARAMETERS = List.of(FILTERS, COLUMNS, ORDER, LIMIT);

  private static final String ALL = "*";
  private static final String COLUMN = "col";
  private static final String DIRECTION = "dir";

  private static final String PAIRS = "a list such as [{\"col\":\"id\",\"dir\":\"desc\"}]";

  private final TemplateFilter filter;
  private final Comparator<Found> order;
  private final int limit;
  private final Optional<Set<String>> columns;

  /**
   * A template that satisfies the conditions.
   *
   * @param id its number
   * @param values what it is ordered by
   */
  public record Found(long id, Offer values) {}

  TemplateSearch(
      TemplateFilter filter, Comparator<Found> order, int limit, Optional<Set<String>> columns) {
    this.filter = filter;
    this.order = order;
    this.limit = limit;
    this.columns = columns;
  }

  /** Reads the parsed value of {@link #FILTERS}; null for none. */
  static TemplateFilter filter(@Nullable Object given) {
    if (given != null && !(given instanceof Map<?, ?>)) {
      throw MessageText.mismatch("", FILTERS + " takes an object with conditions", given);
    }
    return TemplateFilter.read(given == null ? Map.of() : CanonicalJson.members(given));
  }

  /** Reads the parsed value of {@link #LIMIT}; null for none. */
  static int limit(@Nullable Object given) {
    if (given == null) {
      return Integer.MAX_VALUE;
    }
    String digits = given instanceof NumberLiteral number ? number.text() : String.valueOf(given);
    if (!digits.matches("[0-9]{1,9}")) {
      throw MessageText.mismatch("", LIMIT + " takes a whole number from 0 to 999999999", given);
    }
    return Integer.parseInt(digits);
  }

  /** Reads the parsed value of {@link #COLUMNS}; null for none. Returns empty for all fields. */
  static Optional<Set<String>> columns(@Nullable Object given) {
    if (given == null || given.equals(List.of(ALL))) {
      return Optional.empty();
    }
    if (!(given instanceof List<?> names) || names.isEmpty()) {
      throw MessageText.mismatch("", COLUMNS + " takes a list of names, [\"*\"] for all", given);
    }
    Set<String> columns = new LinkedHashSet<>();
    for (int i = 0; i < names.size(); i++) {
      String path = "/" + i;
      if (!(names.get(i) instanceof String name)) {
        throw MessageText.mismatch(path, COLUMNS + " takes the names of fields", names.get(i));
      }
      if (!TemplateCodec.SHOWN.contains(name)) {
        throw unknown(path, name, TemplateCodec.SHOWN);
      }
      if (!columns.add(name)) {
        throw MessageText.mismatch(path, COLUMNS + " takes each field once", name);
      }
    }
    return Optional.of(columns);
  }

  /** Reads the parsed value of {@link #ORDER}; null for none. */
  static Comparator<Found> order(@Nullable Object given) {
    List<Comparator<Found>> keys = new ArrayList<>();
    if (given instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        keys.add(key("/" + i, list.get(i)));
      }
    } else if (given instanceof String name) {
      keys.add(ascending("", name, false));
    } else if (given != null) {
      throw MessageText.mismatch("", ORDER + " takes a name, or " + PAIRS, given);
    }
    return keys.stream()
        .reduce(Comparator::thenComparing)
        .map(order -> order.thenComparingLong(Found::id))
        .orElse(Comparator.comparingLong(Found::id));
  }

  private static Comparator<Found> key(String path, @Nullable Object given) {
    if (!(given instanceof Map<?, ?> key)
        || !Set.of(COLUMN, DIRECTION).containsAll(key.keySet())
        || !(key.get(COLUMN) instanceof String name)) {
      throw MessageText.mismatch(path, ORDER + " takes col and dir, as in " + PAIRS, given);
    }
    Object direction = key.get(DIRECTION);
    if (direction != null && !List.of("asc", "desc").contains(direction)) {
      throw MessageText.mismatch(path + "/" + DIRECTION, DIRECTION + " is asc or desc", direction);
    }
    return ascending(path + "/" + COLUMN, name, "desc".equals(direction));
  }

  /** Compares by a field; templates without a value come last in both directions. */
  private static Comparator<Found> ascending(String path, String name, boolean isDescending) {
    Field field = TemplateFilter.field(name);
    if (field == null) {
      throw unknown(path, name, TemplateFilter.names());
    }
    Comparator<Offer> values =
        switch (field.type()) {
          case INTEGER -> Comparator.comparingLong(offer -> offer.integer(field));
          case NUMBER -> Comparator.comparingDouble(offer -> offer.number(field));
          case BOOLEAN -> Comparator.comparing(offer -> offer.flag(field));
          // The order of bytes in UTF-8 is that of code points.
          default -> Comparator.comparing(offer -> bytes(offer, field), Arrays::compareUnsigned);
        };
    Comparator<Offer> directed = isDescending ? values.reversed() : values;
    return (one, other) -> {
      boolean hasOne = one.values().has(field);
      boolean hasOther = other.values().has(field);
      return hasOne && hasOther
          ? directed.compare(one.values(), other.values())
          : Boolean.compare(!hasOne, !hasOther);
    };
  }

  private static byte[] bytes(Offer offer, Field field) {
    return String.valueOf(offer.text(field)).getBytes(UTF_8);
  }

  private static InvalidQueryException unknown(String path, String name, Iterable<String> known) {
    return new InvalidQueryException(
        UNKNOWN_FIELD,
        path,
        "no field is called " + MessageText.name(name) + "; use " + String.join(", ", known));
  }

  TemplateFilter filter() {
    return filter;
  }

  /** Returns whether the answer has a field. */
  boolean shows(String name) {
    return columns.isEmpty() || columns.get().contains(name);
  }

  /** Returns the numbers of the templates that are shown, in their order. */
  public List<Long> shown(List<Found> found) {
    return found.stream().sorted(order).limit(limit).map(Found::id).toList();
  }
}
