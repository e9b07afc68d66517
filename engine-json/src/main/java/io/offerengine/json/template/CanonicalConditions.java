package io.offerengine.json.template;

import io.offerengine.query.NumberLiteral;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Normalises conditions, so that equal conditions have equal JSON even if their numbers are written
 * differently.
 *
 * <p>A number that is compared with a version becomes a text, because 22.10 and 22.1 are different
 * versions.
 */
final class CanonicalConditions {
  private CanonicalConditions() {}

  /** Returns the normalised form of valid conditions. A null or empty condition is left out. */
  static Map<String, @Nullable Object> of(Schema schema, Map<String, @Nullable Object> conditions) {
    Map<String, @Nullable Object> canonical = CanonicalJson.withoutNulls(conditions);
    canonical.values().removeIf(Map.of()::equals);
    canonical.replaceAll((name, condition) ->
        schema.queryField(name).filter(field -> field.type() == FieldType.VERSION).isPresent()
            ? withTexts(condition)
            : condition);
    return canonical;
  }

  private static @Nullable Object withTexts(@Nullable Object value) {
    if (value instanceof NumberLiteral number) {
      return number.text();
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> texts = new ArrayList<>();
      list.forEach(element -> texts.add(withTexts(element)));
      return texts;
    }
    if (value instanceof Map<?, ?>) {
      Map<String, @Nullable Object> texts = new LinkedHashMap<>(CanonicalJson.members(value));
      texts.replaceAll((operator, operand) -> withTexts(operand));
      return texts;
    }
    return value;
  }
}
