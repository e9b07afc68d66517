package io.offerengine.json.internal.read;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.query.NumberLiteral;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Parameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads the values that a request gives one of the schema's parameters.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class ArgumentReader<T> {
  private final Parameter<T> parameter;

  /** By what clients call them; empty for a number. */
  private final Map<String, T> choices = new HashMap<>();

  /** The documented names. */
  private final List<String> allowed = new ArrayList<>();

  ArgumentReader(Parameter<T> parameter) {
    this.parameter = parameter;
    for (T choice : parameter.choices()) {
      List<String> spellings = spellings(choice);
      spellings.forEach(spelling -> choices.putIfAbsent(spelling, choice));
      allowed.add(spellings.get(0));
    }
  }

  /** Returns what clients call a choice, the documented name first. */
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

  /** Gives a query the argument that a value means. */
  void read(Object value, QueryBuilder builder) {
    builder.with(parameter, allowed.isEmpty() ? number(value) : choice(value));
  }

  private T choice(Object value) {
    T choice = value instanceof String text ? choices.get(text) : null;
    if (choice == null) {
      String oneOf = "one of " + String.join(", ", allowed);
      throw RequestKeys.mismatch(parameter.name(), oneOf, value);
    }
    return choice;
  }

  private T number(Object value) {
    NumberLiteral number = RequestKeys.number(value);
    if (number == null || !Double.isFinite(number.doubleValue())) {
      throw RequestKeys.mismatch(parameter.name(), "a finite number", value);
    }
    return parameter.valueType().cast(number.doubleValue());
  }
}
