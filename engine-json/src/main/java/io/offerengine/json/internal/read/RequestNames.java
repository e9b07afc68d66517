package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.schema.Field;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names by which requests of one kind may call the fields of a schema.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class RequestNames {
  private final Schema schema;
  private final Map<String, FieldName> known = new LinkedHashMap<>();

  /**
   * Collects the names.
   *
   * @param isExtended whether the requests may name what the API document does not know
   */
  RequestNames(Schema schema, boolean isExtended) {
    this.schema = schema;
    for (Field field : schema.fields()) {
      if (isExtended || !field.isExtended()) {
        add(field.name());
      }
    }
    schema.aliases().forEach(alias -> add(alias.name()));
  }

  private void add(String name) {
    schema.queryName(name).ifPresent(known -> this.known.put(name, known));
  }

  /**
   * Refuses a field whose formula reads parameters of an object that a request does not have:
   * without them, its values would mean nothing.
   *
   * @param path where the field is named
   */
  static void requireArguments(Field field, Map<String, @Nullable Object> request, String path) {
    List<Parameter<?>> read = field.formula() == null ? null : field.formula().parameters();
    for (Parameter<?> parameter : read == null ? List.<Parameter<?>>of() : read) {
      String object = parameter.object();
      if (!object.isEmpty() && request.get(object) == null) {
        throw new InvalidQueryException(
            INVALID_REQUEST,
            path,
            field + " needs " + object + ", an object as in " + ArgumentReader.example(parameter));
      }
    }
  }

  /** Returns the field that a name means, with the unit of the name; null if there is none. */
  @Nullable FieldName find(String name) {
    return known.get(name);
  }

  /**
   * Returns the refusal of an unknown name.
   *
   * @param path where the name is
   * @param otherNames the names beside those of fields that the error may suggest
   */
  InvalidQueryException unknown(String name, String path, Collection<String> otherNames) {
    Set<String> names = new HashSet<>(known.keySet());
    names.addAll(otherNames);
    String suggestion =
        schema.likeliestName(name, names).map(near -> "; did you mean " + near + "?").orElse("");
    return new InvalidQueryException(
        UNKNOWN_FIELD, path, "no offer field is called " + MessageText.name(name) + suggestion);
  }
}
