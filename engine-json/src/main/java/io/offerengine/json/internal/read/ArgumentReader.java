package io.offerengine.json.internal.read;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.marketplace.InstanceType;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.TimeKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Reads the value that a request gives to one parameter of the schema, such as {@code type} or
 * {@code allocated_storage}.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class ArgumentReader<T> {
  private final Parameter<T> parameter;

  /**
   * The constants of an enum parameter by every name that clients use; empty for a numeric
   * parameter.
   */
  private final Map<String, T> choices = new HashMap<>();

  /** The documented names of the constants, for messages; empty for a numeric parameter. */
  private final List<String> allowed = new ArrayList<>();

  ArgumentReader(Parameter<T> parameter) {
    this.parameter = parameter;
    for (T choice : parameter.choices()) {
      List<String> spellings = spellings(choice);
      spellings.forEach(spelling -> choices.putIfAbsent(spelling, choice));
      allowed.add(spellings.get(0));
    }
  }

  /** Returns a request with a parameter of an object, for messages. */
  static String example(Parameter<?> parameter) {
    return "{\"" + parameter.object() + "\": {\"" + parameter.memberName() + "\": 1}}";
  }

  /** Returns the names that clients use for a constant, the documented name first. */
  private static List<String> spellings(Object choice) {
    List<String> spellings = new ArrayList<>();
    if (choice instanceof InstanceType type) {
      spellings.add(type.wireName());
      spellings.addAll(type.otherNames());
    } else if (choice instanceof Enum<?> constant) {
      spellings.add(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
    return spellings;
  }

  /** Sets the parameter of a query to the value of the request. */
  void read(Object value, QueryBuilder builder) {
    T argument =
        parameter.isClock() ? time(value) : allowed.isEmpty() ? number(value) : choice(value);
    builder.with(parameter, argument);
  }

  private T choice(Object value) {
    T choice = value instanceof String text ? choices.get(text) : null;
    if (choice == null) {
      String oneOf = "one of " + String.join(", ", allowed);
      throw mismatch(oneOf, value);
    }
    return choice;
  }

  private InvalidQueryException mismatch(String allowed, Object value) {
    return MessageText.mismatch(
        InvalidQueryException.pointer(parameter), parameter + " takes " + allowed, value);
  }

  /** Reads the value of a clock: seconds since 1970, or an ISO text. */
  private T time(Object value) {
    OptionalLong key =
        value instanceof String text
            ? TimeKey.parse(FieldType.INSTANT, text)
            : OptionalLong.empty();
    if (key.isPresent()) {
      return parameter.valueType().cast(TimeKey.toInstant(key.getAsLong()));
    }
    NumberLiteral seconds = RequestKeys.number(value);
    try {
      double number = seconds == null ? Double.NaN : seconds.doubleValue();
      return parameter.valueType().cast(TimeKey.ofSeconds(number));
    } catch (IllegalArgumentException noTime) {
      throw mismatch("a time in seconds since 1970 or as ISO text", value);
    }
  }

  private T number(Object value) {
    NumberLiteral number = RequestKeys.number(value);
    if (number == null || !Double.isFinite(number.doubleValue())) {
      throw mismatch("a finite number", value);
    }
    return parameter.valueType().cast(number.doubleValue());
  }
}
