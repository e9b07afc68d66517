package io.offerengine.query;

import static io.offerengine.query.ErrorCode.EMPTY_CONDITION;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.OPERATOR_NOT_SUPPORTED;

import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Operator;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns one condition into the {@link ValueSet} that it accepts.
 *
 * <p>Source: docs/query-language.md (values).
 */
final class ConditionReader {
  private ConditionReader() {}

  /**
   * Returns the values that a condition accepts. The path of an error is relative to the condition:
   * the index of a value in a list, otherwise empty.
   */
  static ValueSet read(Field field, Operator operator, @Nullable Object value, QueryLimits limits) {
    checkOperator(field, operator);
    if (operator.takesList()) {
      return oneOf(field, operator, values(operator, value, limits));
    }
    if (value instanceof Collection<?>) {
      String lists = operator == Operator.HAS ? "has_any or has_all" : listOperators(field);
      throw invalid(operator + " takes a single value, but got a list; use " + lists);
    }
    if (field.isSwitch()) {
      boolean isOn = Coercion.flag(field, value) == (operator == Operator.EQ);
      return (isOn ? NumericSet.present() : NumericSet.of(0)).withAbsent(true);
    }
    if (value == null && operator != Operator.HAS) {
      return nullCondition(field, operator);
    }
    if (operator.isPattern()) {
      return pattern(field, operator, Objects.requireNonNull(value));
    }
    if (operator.isOrdered()) {
      return field.type() == FieldType.VERSION
          ? Coercion.versionRange(operator, Coercion.textKey(field, value))
          : Coercion.numericRange(field, operator, value);
    }
    if (field.type().isList() && operator != Operator.HAS) {
      String only = ", which " + operator + " compares with null only; use ";
      throw unsupported(field + typeText(field.type()) + only + listOperators(field));
    }
    return oneOf(field, operator, Collections.singletonList(value));
  }

  private static void checkOperator(Field field, Operator operator) {
    FieldType type = field.type();
    if (!field.isFilterable()) {
      throw unsupported(field + " is of type " + type.label() + ", which no condition can compare");
    }
    if (operator.isPattern() && type != FieldType.TEXT) {
      throw unsupported(field, operator, "a field of type text");
    }
    if (operator.asksForValues() && !type.isList()) {
      throw unsupported(field, operator, "a list");
    }
    if (operator.isOrdered() && !type.isOrdered() && !type.isList()) {
      String allowed = field.isSwitch() ? "eq or neq" : "eq, neq, in or notin";
      throw unsupported(
          operator + " needs an ordered field, but " + field + typeText(type) + "; use " + allowed);
    }
    boolean isOfLists =
        operator.asksForValues() || operator == Operator.EQ || operator == Operator.NEQ;
    if (type.isList() && !isOfLists) {
      String allowed = listOperators(field);
      throw unsupported(
          operator + " needs a single value, but " + field + typeText(type) + "; use " + allowed);
    }
    if (operator.takesList() && field.isSwitch()) {
      throw unsupported(field + " is a switch and takes eq or neq, not " + operator);
    }
  }

  private static String listOperators(Field field) {
    return field.type().isList() ? "has, has_any or has_all" : "in or notin";
  }

  private static InvalidQueryException unsupported(Field field, Operator operator, String needs) {
    return unsupported(operator + " needs " + needs + ", but " + field + typeText(field.type()));
  }

  private static InvalidQueryException unsupported(String problem) {
    return new InvalidQueryException(OPERATOR_NOT_SUPPORTED, "", problem);
  }

  private static InvalidQueryException invalid(String problem) {
    return new InvalidQueryException(INVALID_VALUE, "", problem);
  }

  private static String typeText(FieldType type) {
    return " is " + type.label();
  }

  private static ValueSet pattern(Field field, Operator operator, Object value) {
    if (value instanceof String text && text.length() > Pattern.MAX_LENGTH) {
      String most = operator + " takes a text of at most " + Pattern.MAX_LENGTH + " characters";
      throw new InvalidQueryException(
          LIMIT_EXCEEDED, "", most + ", but got one of " + text.length());
    }
    if (field.collation().isRanked() && !value.equals("")) {
      throw unsupported(
          operator
              + " compares texts, but those of "
              + field
              + " are compared by their ranks alone; use eq, neq, in or notin");
    }
    String folded = value.equals("") ? "" : Pattern.fold(Coercion.textKey(field, value));
    return folded.isEmpty()
        ? TextSet.present()
        : TextSet.matching(
            operator == Operator.STARTS_WITH
                ? Pattern.startingWith(folded)
                : Pattern.containing(folded));
  }

  /** Reads the operators that name values: {@code eq}, {@code in}, {@code has} and others. */
  private static ValueSet oneOf(Field field, Operator operator, Collection<?> values) {
    return switch (field.type()) {
      case TEXT, VERSION, PLACE -> {
        List<String> keys = new ArrayList<>(values.size());
        each(operator, values, value -> keys.add(Coercion.textKey(field, value)));
        boolean isPlace = field.type() == FieldType.PLACE;
        TextSet named = isPlace ? TextSet.ofPlaces(keys) : TextSet.of(keys);
        yield operator.isNegated() ? named.complement() : named;
      }
      case INTEGER_LIST, TEXT_LIST -> {
        List<Object> keys = new ArrayList<>(values.size());
        each(operator, values, value -> keys.add(Coercion.element(field, value)));
        yield operator == Operator.HAS_ALL ? ListSet.hasAll(keys) : ListSet.hasAny(keys);
      }
      case INTEGER, NUMBER, BOOLEAN, DATE, INSTANT, OBJECT -> {
        LongArrayList keys = new LongArrayList(values.size());
        each(
            operator,
            values,
            value -> {
              Long key = Coercion.equalKey(field, value);
              if (key != null) {
                keys.add(key.longValue());
              }
            });
        NumericSet named = NumericSet.of(keys.toLongArray());
        NumericSet accepted = operator.isNegated() ? named.complement() : named;
        yield field.isAbsentAsFalse() ? accepted.withAbsent(accepted.contains(0)) : accepted;
      }
    };
  }

  /** Reads each value; the path of an error has the index of the value in a list. */
  private static void each(
      Operator operator, Collection<?> values, Consumer<@Nullable Object> reader) {
    int index = 0;
    for (Object value : values) {
      try {
        reader.accept(value);
      } catch (InvalidQueryException e) {
        String path = operator.takesList() ? "/" + index + e.path() : e.path();
        throw new InvalidQueryException(e.code(), path, e.problem());
      }
      index++;
    }
  }

  private static Collection<?> values(
      Operator operator, @Nullable Object value, QueryLimits limits) {
    if (!(value instanceof Collection<?> list)) {
      throw invalid(operator + " takes a list of values, but got " + Coercion.show(value));
    }
    if (list.isEmpty()) {
      throw new InvalidQueryException(
          EMPTY_CONDITION, "", operator + " needs at least one value, but the list is empty");
    }
    if (list.size() > limits.maxListValues()) {
      String most = operator + " takes at most " + limits.maxListValues() + " values";
      throw new InvalidQueryException(LIMIT_EXCEEDED, "", most + ", but got " + list.size());
    }
    return list;
  }

  /** Reads {@code eq null}, which accepts absence, and {@code neq null}, which excludes it. */
  private static ValueSet nullCondition(Field field, Operator operator) {
    if (operator != Operator.EQ && operator != Operator.NEQ) {
      throw invalid("null is allowed under eq and neq only, not under " + operator);
    }
    ValueSet present =
        switch (field.type()) {
          case TEXT, VERSION, PLACE -> TextSet.present();
          case INTEGER_LIST, TEXT_LIST -> ListSet.present();
          case INTEGER, NUMBER, BOOLEAN, DATE, INSTANT, OBJECT -> NumericSet.present();
        };
    boolean wantsAbsent = operator == Operator.EQ;
    if (field.isAbsentAsFalse()) {
      return wantsAbsent ? NumericSet.none() : present.withAbsent(true);
    }
    return wantsAbsent ? present.negation().get(0) : present;
  }
}
