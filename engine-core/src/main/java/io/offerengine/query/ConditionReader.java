package io.offerengine.query;

import static io.offerengine.query.ErrorCode.EMPTY_CONDITION;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.OPERATOR_NOT_SUPPORTED;

import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Turns one condition into the {@link ValueSet} that it accepts.
 *
 * <p>Source: docs/query-language.md (values).
 */
final class ConditionReader {
  private final QueryLimits limits;

  ConditionReader(QueryLimits limits) {
    this.limits = limits;
  }

  /**
   * Returns the values that a condition accepts. The path of an error is relative to the condition:
   * the index of a value in a list, otherwise empty.
   */
  ValueSet read(Field field, Operator operator, @Nullable Object value) {
    checkOperator(field, operator);
    if (operator.asksForValues()) {
      return listed(field, operator, value);
    }
    if (operator.takesList()) {
      return finish(field, oneOf(field, operator, values(operator, value)));
    }
    if (value instanceof Collection<?>) {
      throw invalid(
          operator + " takes a single value, but got a list; use " + listOperators(field));
    }
    if (operator.isPattern()) {
      return pattern(field, operator, value);
    }
    if (field.isSwitch()) {
      return switchedBy(Coercion.flag(field, value) == (operator == Operator.EQ));
    }
    if (value == null) {
      return nullCondition(field, operator);
    }
    if (operator.isOrdered()) {
      return finish(field, ordered(field, operator, value));
    }
    return finish(field, equal(field, operator, value));
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

  private static ValueSet pattern(Field field, Operator operator, @Nullable Object value) {
    if (value == null) {
      throw invalid("null is allowed under eq and neq only, not under " + operator);
    }
    if (value instanceof String text && text.length() > Pattern.MAX_LENGTH) {
      throw new InvalidQueryException(
          LIMIT_EXCEEDED,
          "",
          operator
              + " takes a text of at most "
              + Pattern.MAX_LENGTH
              + " characters, but got one of "
              + text.length());
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

  /** Reads {@code has}, {@code has_any} and {@code has_all}. */
  private ValueSet listed(Field field, Operator operator, @Nullable Object value) {
    if (!operator.takesList()) {
      if (value instanceof Collection<?>) {
        throw invalid("has takes a single value, but got a list; use has_any or has_all");
      }
      return ListSet.hasAny(List.of(Coercion.element(field, value)));
    }
    List<Object> elements = each(field, values(operator, value), Coercion::element);
    return operator == Operator.HAS_ANY ? ListSet.hasAny(elements) : ListSet.hasAll(elements);
  }

  /** Reads each value of a list. */
  private static <T> List<T> each(
      Field field, Collection<?> values, BiFunction<Field, @Nullable Object, T> reader) {
    List<T> read = new ArrayList<>(values.size());
    for (Object value : values) {
      try {
        read.add(reader.apply(field, value));
      } catch (InvalidQueryException e) {
        throw at(read.size(), e);
      }
    }
    return read;
  }

  private Collection<?> values(Operator operator, @Nullable Object value) {
    if (!(value instanceof Collection<?> list)) {
      throw invalid(operator + " takes a list of values, but got " + Coercion.show(value));
    }
    if (list.isEmpty()) {
      throw new InvalidQueryException(
          EMPTY_CONDITION, "", operator + " needs at least one value, but the list is empty");
    }
    if (list.size() > limits.maxListValues()) {
      throw new InvalidQueryException(
          LIMIT_EXCEEDED,
          "",
          operator
              + " takes at most "
              + limits.maxListValues()
              + " values, but got "
              + list.size());
    }
    return list;
  }

  /** Reads {@code eq null}, which accepts absence, and {@code neq null}, which excludes it. */
  private static ValueSet nullCondition(Field field, Operator operator) {
    if (operator.isOrdered()) {
      throw invalid("null is allowed under eq and neq only, not under " + operator);
    }
    boolean wantsAbsent = operator == Operator.EQ;
    if (field.isAbsentAsFalse()) {
      return wantsAbsent ? NumericSet.none() : NumericSet.present().withAbsent(true);
    }
    return wantsAbsent ? absent(field.type()) : present(field.type());
  }

  private static ValueSet switchedBy(boolean on) {
    return on ? NumericSet.present().withAbsent(true) : NumericSet.of(0).withAbsent(true);
  }

  /** Reads {@code eq} and {@code neq} of a single value. */
  private static ValueSet equal(Field field, Operator operator, Object value) {
    if (field.type().isList()) {
      throw unsupported(
          field
              + typeText(field.type())
              + ", which "
              + operator
              + " compares with null only; use "
              + listOperators(field));
    }
    if (field.type().isText()) {
      return texts(field, operator, List.of(Coercion.textKey(field, value)));
    }
    Long key = Coercion.equalKey(field, value);
    return numbers(operator, key == null ? NumericSet.none() : NumericSet.range(key, key));
  }

  private static ValueSet oneOf(Field field, Operator operator, Collection<?> values) {
    return field.type().isText()
        ? texts(field, operator, each(field, values, Coercion::textKey))
        : numbers(operator, NumericSet.of(numericKeys(field, values)));
  }

  private static ValueSet texts(Field field, Operator operator, List<String> keys) {
    TextSet listed = field.type() == FieldType.PLACE ? TextSet.ofPlaces(keys) : TextSet.of(keys);
    return operator.isNegated() ? listed.complement() : listed;
  }

  private static ValueSet numbers(Operator operator, NumericSet listed) {
    return operator.isNegated() ? listed.complement() : listed;
  }

  private static long[] numericKeys(Field field, Collection<?> values) {
    long[] keys = new long[values.size()];
    int index = 0;
    int size = 0;
    for (Object value : values) {
      try {
        Long key = Coercion.equalKey(field, value);
        if (key != null) {
          keys[size++] = key;
        }
      } catch (InvalidQueryException e) {
        throw at(index, e);
      }
      index++;
    }
    return Arrays.copyOf(keys, size);
  }

  private static InvalidQueryException at(int index, InvalidQueryException of) {
    return new InvalidQueryException(of.code(), "/" + index + of.path(), of.problem());
  }

  private static ValueSet ordered(Field field, Operator operator, Object value) {
    return field.type() == FieldType.VERSION
        ? Coercion.versionRange(operator, Coercion.textKey(field, value))
        : Coercion.numericRange(field, operator, value);
  }

  /** If absence counts as false for a field, accepts absence if and only if false is accepted. */
  private static ValueSet finish(Field field, ValueSet set) {
    return field.isAbsentAsFalse() ? set.withAbsent(((NumericSet) set).contains(0)) : set;
  }

  /** Returns the set of every present value of a type. */
  static ValueSet present(FieldType type) {
    return switch (type) {
      case TEXT, VERSION, PLACE -> TextSet.present();
      case INTEGER_LIST, TEXT_LIST -> ListSet.present();
      case INTEGER, NUMBER, BOOLEAN, DATE, INSTANT, OBJECT -> NumericSet.present();
    };
  }

  private static ValueSet absent(FieldType type) {
    return switch (type) {
      case TEXT, VERSION, PLACE -> TextSet.absent();
      case INTEGER_LIST, TEXT_LIST -> ListSet.absent();
      case INTEGER, NUMBER, BOOLEAN, DATE, INSTANT, OBJECT -> NumericSet.absent();
    };
  }
}
