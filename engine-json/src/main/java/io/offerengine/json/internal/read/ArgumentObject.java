package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Parameter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads an object whose members are parameters of the schema: {@code {"hours": 5, "down_gb": 100}}.
 *
 * <p><b>Threads.</b> Immutable once all parameters are added.
 */
final class ArgumentObject {
  private final String name;
  private final Map<String, ArgumentReader<?>> members = new LinkedHashMap<>();

  ArgumentObject(String name) {
    this.name = name;
  }

  /** Returns a request with a parameter of an object, for messages. */
  static String example(Parameter<?> parameter) {
    return "{\"" + parameter.object() + "\": {\"" + memberName(parameter) + "\": 1}}";
  }

  private static String memberName(Parameter<?> parameter) {
    return parameter.name().substring(parameter.object().length() + 1);
  }

  void add(Parameter<?> parameter) {
    members.put(memberName(parameter), new ArgumentReader<>(parameter));
  }

  /** Sets the parameters of a query to the values of the request; null means not given. */
  void read(Object value, QueryBuilder builder) {
    if (!(value instanceof Map<?, ?> object)) {
      throw MessageText.mismatch("/" + name, name + " takes an object with " + names(), value);
    }
    object.forEach((key, each) -> {
      ArgumentReader<?> member = members.get(key);
      if (member == null) {
        throw new InvalidQueryException(
            UNKNOWN_FIELD,
            InvalidQueryException.pointer("/" + name, (String) key),
            name + " has nothing called " + MessageText.name((String) key) + "; use " + names());
      }
      if (each != null) {
        member.read(each, builder);
      }
    });
  }

  private String names() {
    return String.join(", ", members.keySet());
  }
}
