package io.offerengine.json.template;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.SearchRequest;
import io.offerengine.json.internal.read.RequestKeys;
import io.offerengine.json.internal.read.RequestReader;
import io.offerengine.json.internal.token.JsonTree;
import io.offerengine.json.internal.token.MessageText;
import io.offerengine.json.internal.token.TextRule;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns the keys and values of a template request into a {@link TemplateRequest}.
 *
 * <p>A refused request is an {@link InvalidQueryException} with a JSON Pointer into the request. No
 * message contains the password.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: API document, section 4.3; docs/operating.md.
 */
final class TemplateReader {
  static final String HASH = "hash_id";
  static final String PASSWORD = "docker_login_pass";

  private static final TextRule LINE = TextRule.line(1_024);

  /**
   * The longest password, in UTF-16 code units; tokens of registries have some thousand characters.
   */
  static final int MAX_PASSWORD = 8_192;

  /** The names of all fields, for the message about an unknown one. */
  private static final String FIELDS =
      Arrays.stream(TemplateField.values())
          .map(TemplateField::wireName)
          .collect(Collectors.joining(", ", "", ", " + PASSWORD + " and " + HASH));

  private static final double DEFAULT_DISK_SPACE = 8;

  /** Stands for the stored image, when the tag of an edit is checked. */
  private static final String ANY_IMAGE = "a";

  private static final Pattern HASH_DIGITS = Pattern.compile("[0-9a-f]{32}");
  private static final List<String> RUNTYPES = List.of("ssh", "jupyter", "args");

  private final RequestReader conditions;

  TemplateReader(RequestReader conditions) {
    this.conditions = conditions;
  }

  /** Reads a request that creates a template, or one that edits a template. */
  TemplateRequest read(Map<String, @Nullable Object> request) {
    Map<TemplateField, Object> given = new EnumMap<>(TemplateField.class);
    Set<TemplateField> cleared = EnumSet.noneOf(TemplateField.class);
    String hash = null;
    String password = null;
    for (Map.Entry<String, @Nullable Object> entry : request.entrySet()) {
      String key = entry.getKey();
      Object value = entry.getValue();
      Optional<TemplateField> field = TemplateField.ofKey(key);
      if (field.isEmpty() && !key.equals(HASH) && !key.equals(PASSWORD)) {
        throw new InvalidQueryException(
            UNKNOWN_FIELD,
            InvalidQueryException.pointer("", key),
            "a template has no field called " + MessageText.name(key) + "; it has " + FIELDS);
      }
      if (value == null) {
        continue;
      }
      if (field.isPresent() && value.equals("") && field.get().isOptionalText()) {
        cleared.add(field.get());
      } else if (field.isPresent()) {
        given.put(field.get(), value(field.get(), value));
      } else if (key.equals(HASH)) {
        hash = hash(value);
      } else {
        password = value.equals("") ? "" : password(value);
      }
    }
    if (hash == null) {
      return complete(given, password);
    }
    ContainerImage.of(
        (String) given.getOrDefault(TemplateField.IMAGE, ANY_IMAGE),
        (String) given.get(TemplateField.TAG));
    return new TemplateRequest(given, cleared, filters(given), hash, password);
  }

  /** Returns a stored template with what an edit gives, without what it clears. */
  TemplateRequest edited(TemplateRequest stored, TemplateRequest edit) {
    Map<TemplateField, Object> values = new EnumMap<>(stored.values());
    // An image that says which version is meant rules the stored tag out.
    if (edit.values().get(TemplateField.IMAGE) instanceof String image
        && ContainerImage.hasVersion(image)) {
      values.remove(TemplateField.TAG);
    }
    values.keySet().removeAll(edit.cleared());
    values.putAll(edit.values());
    return complete(values, edit.givenPassword());
  }

  private TemplateRequest complete(Map<TemplateField, Object> given, @Nullable String password) {
    require(given, TemplateField.NAME);
    String image = require(given, TemplateField.IMAGE);
    ContainerImage parts = ContainerImage.of(image, (String) given.get(TemplateField.TAG));
    given.put(TemplateField.IMAGE, parts.withoutTag());
    if (parts.tag() != null) {
      given.put(TemplateField.TAG, parts.tag());
    }
    given.putIfAbsent(TemplateField.RUNTYPE, "args");
    given.putIfAbsent(TemplateField.PRIVATE, false);
    given.putIfAbsent(TemplateField.RECOMMENDED_DISK_SPACE, DEFAULT_DISK_SPACE);
    return new TemplateRequest(given, Set.of(), filters(given), null, password);
  }

  private SearchRequest filters(Map<TemplateField, Object> given) {
    TemplateField filters = TemplateField.EXTRA_FILTERS;
    Object object = given.getOrDefault(filters, Map.of());
    return new SearchRequest(conditions.readConditions(object(filters, object)));
  }

  private static String require(Map<TemplateField, Object> given, TemplateField field) {
    if (given.get(field) instanceof String text) {
      return text;
    }
    throw new InvalidQueryException(INVALID_REQUEST, "", "a template needs a field " + field);
  }

  private Object value(TemplateField field, Object value) {
    return switch (field.kind()) {
      case LINE -> line(field, value);
      case TEXT -> text(field, value);
      case FLAG -> RequestKeys.flag(field.wireName(), value);
      case NUMBER -> diskSpace(field, value);
      case RUNTYPE -> runtype(field, value);
      case CONDITIONS -> conditions(field, value);
      case OBJECT -> CanonicalJson.withoutNulls(object(field, value));
    };
  }

  private static String line(TemplateField field, Object value) {
    String text = JsonTree.text("/" + field, field + " takes a text", value);
    LINE.check(field.wireName(), text);
    boolean isRequired = field == TemplateField.NAME || field == TemplateField.IMAGE;
    if (isRequired && text.isBlank()) {
      throw mismatch(field, "a text that is not blank", value);
    }
    return text;
  }

  private static String text(TemplateField field, Object value) {
    String text = JsonTree.text("/" + field, field + " takes a text", value);
    if (text.chars().anyMatch(TemplateReader::isForbidden)) {
      throw mismatch(field, "a text without control characters but tabs and line ends", value);
    }
    if (field == TemplateField.ENV) {
      EnvironmentFlags.check(text);
    }
    return text;
  }

  private static boolean isForbidden(int c) {
    return Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\r';
  }

  private static Double diskSpace(TemplateField field, Object value) {
    NumberLiteral number = RequestKeys.number(value);
    if (number == null || !(number.doubleValue() > 0) || !Double.isFinite(number.doubleValue())) {
      throw mismatch(field, "a number of GB above 0", value);
    }
    return number.doubleValue();
  }

  private static String runtype(TemplateField field, Object value) {
    if (value instanceof String text && RUNTYPES.contains(text)) {
      return text;
    }
    throw mismatch(field, "one of " + String.join(", ", RUNTYPES), value);
  }

  private Object conditions(TemplateField field, Object value) {
    Map<String, @Nullable Object> object = object(field, value);
    try {
      conditions.readConditions(object);
    } catch (InvalidQueryException e) {
      throw new InvalidQueryException(e.code(), "/" + field + e.path(), e.problem());
    }
    return CanonicalJson.conditions(conditions.schema(), object);
  }

  private static Map<String, @Nullable Object> object(TemplateField field, Object value) {
    return JsonTree.members("/" + field, field + " takes an object", value);
  }

  /** Returns a hash; an error if the value is none. */
  static String hash(Object value) {
    if (value instanceof String text && HASH_DIGITS.matcher(text).matches()) {
      return text;
    }
    throw MessageText.mismatch("/" + HASH, "hash_id takes 32 lower-case hex digits", value);
  }

  /** Returns the password. The message of an error does not contain it. */
  private static String password(Object value) {
    if (value instanceof String text
        && !text.isEmpty()
        && text.length() <= MAX_PASSWORD
        && text.chars().noneMatch(Character::isISOControl)) {
      return text;
    }
    throw new InvalidQueryException(
        INVALID_VALUE,
        "/" + PASSWORD,
        "docker_login_pass takes one line of text of 1 to "
            + MAX_PASSWORD
            + " characters; leave it out, or send \"\", for none");
  }

  private static InvalidQueryException mismatch(
      TemplateField field, String allowed, @Nullable Object value) {
    return MessageText.mismatch("/" + field, field + " takes " + allowed, value);
  }
}
