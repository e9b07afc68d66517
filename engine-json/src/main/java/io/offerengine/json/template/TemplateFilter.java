package io.offerengine.json.template;

import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.read.RequestReader;
import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on templates, in the form and with the rules of a search's conditions.
 *
 * <p>A template is compared as the marketplace's clients know it: {@code default_tag} is its tag,
 * and {@code count_created}, {@code recent_create_date} and {@code recommended} have the values of
 * a template that nobody has launched or recommended.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class TemplateFilter {
  static final String CREATOR = "creator_id";
  static final String CREATED = "created_at";
  static final String COUNT = "count_created";
  static final String DEFAULT_TAG = "default_tag";
  static final String RECENT = "recent_create_date";
  static final String RECOMMENDED = "recommended";
  static final String ID = "id";

  private static final Schema SCHEMA = schema();
  private static final RequestReader READER =
      new RequestReader(SCHEMA, QueryLimits.DEFAULTS, false);

  private static final List<String> NAMES =
      SCHEMA.fields().stream().map(Field::name).sorted().toList();

  private final OfferConditions conditions;

  private TemplateFilter(OfferConditions conditions) {
    this.conditions = conditions;
  }

  private static Schema schema() {
    Schema.Builder fields = Schema.builder("templates", ID);
    Map<String, FieldType> types = new LinkedHashMap<>();
    types.put(CREATOR, FieldType.INTEGER);
    types.put(CREATED, FieldType.INTEGER);
    types.put(COUNT, FieldType.INTEGER);
    types.put(DEFAULT_TAG, FieldType.TEXT);
    types.put(RECENT, FieldType.INTEGER);
    types.put(RECOMMENDED, FieldType.BOOLEAN);
    types.put(TemplateReader.HASH, FieldType.TEXT);
    types.put(TemplateField.DOCKER_LOGIN_REPO.wireName(), FieldType.TEXT);
    types.put(TemplateField.IMAGE.wireName(), FieldType.TEXT);
    types.put(TemplateField.JUP_DIRECT.wireName(), FieldType.BOOLEAN);
    types.put(TemplateField.NAME.wireName(), FieldType.TEXT);
    types.put(TemplateField.PRIVATE.wireName(), FieldType.BOOLEAN);
    types.put(TemplateField.RECOMMENDED_DISK_SPACE.wireName(), FieldType.NUMBER);
    types.put(TemplateField.SSH_DIRECT.wireName(), FieldType.BOOLEAN);
    types.put(TemplateField.TAG.wireName(), FieldType.TEXT);
    types.put(TemplateField.USE_SSH.wireName(), FieldType.BOOLEAN);
    types.forEach((name, type) -> fields.field(name, type).add());
    return fields.build();
  }

  /**
   * Reads conditions.
   *
   * @throws InvalidQueryException if a field is unknown or a condition is refused
   */
  static TemplateFilter read(Map<String, @Nullable Object> request) {
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
    return new TemplateFilter(OfferConditions.of(READER.readConditions(request)));
  }

  /** Returns a field of templates; null if there is none of that name. */
  static @Nullable Field field(String name) {
    return SCHEMA.field(name).orElse(null);
  }

  /** Returns the names of the fields that conditions and orders may name, sorted. */
  static List<String> names() {
    return NAMES;
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
    values.put(DEFAULT_TAG, content.get(TemplateField.TAG.wireName()));
    return values;
  }

  /**
   * Returns what conditions and orders know of a template; empty if the template does not satisfy
   * the conditions.
   *
   * @param content the members of the content that the asking user may see
   */
  Optional<Offer> matching(ListedTemplate listed, Map<String, @Nullable Object> content) {
    Offer.Builder offer = Offer.builder();
    values(listed, content)
        .forEach((name, value) -> SCHEMA.field(name).ifPresent(field -> set(offer, field, value)));
    return Optional.of(offer.build()).filter(conditions::accept);
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
}
