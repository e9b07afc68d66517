package io.offerengine;

import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Values of fields of any type: a Long, also for dates and instants, a Double, a Boolean, a String,
 * a {@code long[]}, a list of texts, for an object a list of numbers; null where absent.
 */
final class UntypedValues {
  private UntypedValues() {}

  @SuppressWarnings("unchecked")
  static <B extends Offer.ValuesBuilder<B>> B put(B offer, Field field, @Nullable Object value) {
    if (value instanceof Long integer) {
      offer.put(field, integer.longValue());
    } else if (value instanceof Double number) {
      offer.put(field, number.doubleValue());
    } else if (value instanceof Boolean flag) {
      offer.put(field, flag.booleanValue());
    } else if (value instanceof String text) {
      offer.put(field, text);
    } else if (value instanceof long[] integers) {
      offer.put(field, integers);
    } else if (value != null) {
      offer.put(field, (List<String>) value);
    }
    return offer;
  }

  /** Puts a value, but for one of so many offers. */
  static void putMostly(Offer.Builder offer, Random random, int oneOf, Field field, Object value) {
    if (random.nextInt(oneOf) > 0) {
      put(offer, field, value);
    }
  }

  /** Returns a value that a result has. */
  static @Nullable Object of(Match match, Field field) {
    return switch (field.type()) {
      case INTEGER, DATE, INSTANT -> match.has(field) ? (Object) match.integer(field) : null;
      case NUMBER -> number(match.number(field));
      case BOOLEAN -> match.has(field) ? match.flag(field) : null;
      case TEXT, VERSION, PLACE -> match.text(field);
      case INTEGER_LIST -> match.integers(field);
      case TEXT_LIST -> match.texts(field);
      case OBJECT -> {
        List<@Nullable Double> members = new ArrayList<>();
        for (int i = 0; i < field.members().size(); i++) {
          members.add(number(match.member(field, i)));
        }
        yield members;
      }
    };
  }

  private static @Nullable Double number(double value) {
    return Double.isNaN(value) ? null : value;
  }
}
