package io.offerengine.json.template;

import static io.offerengine.json.template.TemplateField.DOCKER_LOGIN_REPO;
import static io.offerengine.json.template.TemplateField.IMAGE;
import static io.offerengine.json.template.TemplateField.JUP_DIRECT;
import static io.offerengine.json.template.TemplateField.NAME;
import static io.offerengine.json.template.TemplateField.PRIVATE;
import static io.offerengine.json.template.TemplateField.RECOMMENDED_DISK_SPACE;
import static io.offerengine.json.template.TemplateField.SSH_DIRECT;
import static io.offerengine.json.template.TemplateField.TAG;
import static io.offerengine.json.template.TemplateField.USE_SSH;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.internal.read.RequestReader;
import io.offerengine.json.internal.token.JsonTree;
import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A search for templates: conditions, an order, a limit, and the fields that are shown. The
 * conditions have the form and the rules of those of a search for offers.
 *
 * <p>A template is compared as the marketplace's clients know it: {@code default_tag} is its tag,
 * and {@code count_created}, {@code recent_create_date} and {@code recommended} have the values of
 * a template that nobody has launched or recommended.
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

  static final String CREATOR = "creator_id";
  static final String CREATED = "created_at";
  static final String COUNT = "count_created";
  static final String DEFAULT_TAG = "default_tag";
  static final String RECENT = "recent_create_date";
  static final String RECOMMENDED = "recommended";
  static final String ID = "id";

  /** The fields by which templates are compared. */
  private static final Schema SCHEMA = schema();

  private static final RequestReader READER =
      new RequestReader(SCHEMA, QueryLimits.DEFAULTS, false);

  private static final List<String> NAMES =
      SCHEMA.fields().stream().map(Field::name).sorted().toList();

  private static final String ALL = "*";
  private static final String COLUMN = "col";
  private static final String DIRECTION = "dir";

  private static final String PAIRS = "a list such as [{\"col\":\"id\",\"dir\":\"desc\"}]";

  private final OfferConditions conditions;
  private final Comparator<Found> order;
  private final int limit;
  private final Set<String> columns;

  /**
   * A template that satisfies the conditions.
   *
   * @param id its number
   * @param values what it is ordered by
   */
  public record Found(long id, Offer values) {}

  TemplateSearch(
      OfferConditions conditions, Comparator<Found> order, int limit, Set<String> columns) {
    this.conditions = conditions;
    this.order = order;
    this.limit = limit;
    this.columns = columns;
  }

  private static Schema schema() {
    Schema.Builder fields = Schema.builder("templates", ID);
    List.of(CREATOR, CREATED, COUNT, RECENT).forEach(name -> fields.integer(name).add());
    fields.flag(RECOMMENDED).add();
    fields.text(DEFAULT_TAG).add();
    fields.text(TemplateReader.HASH).add();
    for (TemplateField text : List.of(NAME, IMAGE, TAG, DOCKER_LOGIN_REPO)) {
      fields.text(text.wireName()).add();
    }
    for (TemplateField flag : List.of(JUP_DIRECT, PRIVATE, SSH_DIRECT, USE_SSH)) {
      fields.flag(flag.wireName()).add();
    }
    fields.number(RECOMMENDED_DISK_SPACE.wireName()).add();
    return fields.build();
  }

  /** Reads the parsed value of {@link #FILTERS}; null for none. */
  static OfferConditions filter(@Nullable Object given) {
    Map<String, @Nullable Object> request =
        given == null
            ? Map.of()
            : JsonTree.members("", FILTERS + " takes an object with conditions", given);
    for (String name : request.keySet()) {
      if (SCHEMA.field(name).isEmpty()) {
        throw new InvalidQueryException(
            UNKNOWN_FIELD,
            InvalidQueryException.pointer("", name),
            "templates can't be filtered by "
                + MessageText.name(name)
                + "; use "
                + String.join(", ", NAMES));
      }
    }
    return OfferConditions.of(READER.readConditions(request));
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

  /** Reads the parsed value of {@link #COLUMNS}; null for none. */
  static Set<String> columns(@Nullable Object given) {
    if (given == null || given.equals(List.of(ALL))) {
      return TemplateCodec.SHOWN;
    }
    if (!(given instanceof List<?> names) || names.isEmpty()) {
      throw MessageText.mismatch("", COLUMNS + " takes a list of names, [\"*\"] for all", given);
    }
    Set<String> columns = new LinkedHashSet<>();
    for (int i = 0; i < names.size(); i++) {
      String path = "/" + i;
      String name = JsonTree.text(path, COLUMNS + " takes the names of fields", names.get(i));
      if (!TemplateCodec.SHOWN.contains(name)) {
        throw unknown(path, name, TemplateCodec.SHOWN);
      }
      if (!columns.add(name)) {
        throw MessageText.mismatch(path, COLUMNS + " takes each field once", name);
      }
    }
    return columns;
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
    Field field = SCHEMA.field(name).orElseThrow(() -> unknown(path, name, NAMES));
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

  /** Returns the values of a template by the names that its clients know. */
  static Map<String, @Nullable Object> values(
      ListedTemplate listed, Map<String, @Nullable Object> content) {
    Map<String, @Nullable Object> values = new HashMap<>(content);
    values.put(ID, listed.template().id());
    values.put(TemplateReader.HASH, listed.template().hash());
    values.put(CREATOR, listed.creator());
    values.put(CREATED, listed.created().isPresent() ? listed.created().getAsLong() : null);
    values.put(COUNT, 0L);
    values.put(RECENT, null);
    values.put(RECOMMENDED, false);
    values.put(DEFAULT_TAG, content.get(TAG.wireName()));
    return values;
  }

  /**
   * Returns what the search orders by; empty if a template does not satisfy the conditions.
   *
   * @param content the members of the content that the asking user may see
   */
  Optional<Found> find(ListedTemplate listed, Map<String, @Nullable Object> content) {
    Offer.Builder offer = Offer.builder();
    values(listed, content)
        .forEach((name, value) -> SCHEMA.field(name).ifPresent(field -> set(offer, field, value)));
    return Optional.of(offer.build())
        .filter(conditions::accept)
        .map(values -> new Found(listed.template().id(), values));
  }

  private static void set(Offer.Builder offer, Field field, @Nullable Object value) {
    if (value instanceof String text) {
      offer.put(field, text);
    } else if (value instanceof Boolean flag) {
      offer.put(field, flag);
    } else if (value instanceof NumberLiteral number) {
      offer.put(field, number.doubleValue());
    } else if (value instanceof Long whole) {
      offer.put(field, whole);
    }
  }

  /** Returns whether the answer has a field. */
  boolean shows(String name) {
    return columns.contains(name);
  }

  /** Returns the numbers of the templates that are shown, in their order. */
  public List<Long> shown(List<Found> found) {
    return found.stream().sorted(order).limit(limit).map(Found::id).toList();
  }
}
