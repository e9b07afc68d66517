package io.offerengine.query;

import static io.offerengine.query.ErrorCode.EMPTY_CONDITION;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.OPERATOR_NOT_SUPPORTED;

import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns one condition into the {@link ValueSet} that it accepts.
 *
 * <p>Source: decision 3 (conditions and coercion).
 */
final class ConditionReader {
  private final QueryLimits limits;

  ConditionReader(QueryLimits limits) {
    this.limits = limits;
  }

  /**
   * Returns the values that a condition accepts.
   *
   * @param path where the condition stands, for messages
   */
  ValueSet read(Field field, Operator operator, @Nullable Object value, String path) {
    checkOperator(field, operator, path);
    if (operator.takesList()) {
      return finish(field, oneOf(field, operator, values(operator, value, path), path));
    }
    if (value instanceof Collection<?>) {
      throw new InvalidQueryException(
          INVALID_VALUE, path, operator + " takes a single value, but got a list; use in or notin");
    }
    if (field.isSwitch()) {
      return switchedBy(Coercion.flag(field, value, path) == (operator == Operator.EQ));
    }
    if (value == null) {
      return nullCondition(field, operator, path);
    }
    if (operator.isOrdered()) {
      return finish(field, ordered(field, operator, value, path));
    }
    return finish(field, oneOf(field, operator, List.of(value), path));
  }

  private static void checkOperator(Field field, Operator operator, String path) {
    FieldType type = field.type();
    if (!field.isFilterable()) {
      throw new InvalidQueryException(
          OPERATOR_NOT_SUPPORTED,
          path,
          field + " is of type " + type.label() + ", which no condition can compare");
    }
    if (operator.isOrdered() && !type.isOrdered()) {
      String allowed = field.isSwitch() ? "eq or neq" : "eq, neq, in or notin";
      throw new InvalidQueryException(
          OPERATOR_NOT_SUPPORTED,
          path,
          operator
              + " needs an ordered field, but "
              + field
              + " is "
              + type.label()
              + "; use "
              + allowed);
    }
    if (operator.takesList() && field.isSwitch()) {
      throw new InvalidQueryException(
          OPERATOR_NOT_SUPPORTED,
          path,
          field + " is a switch and takes eq or neq, not " + operator);
    }
  }

  private Collection<?> values(Operator operator, @Nullable Object value, String path) {
    if (!(value instanceof Collection<?> list)) {
      throw new InvalidQueryException(
          INVALID_VALUE,
          path,
          operator + " takes a list of values, but got " + Coercion.show(value));
    }
    if (list.isEmpty()) {
      throw new InvalidQueryException(
          EMPTY_CONDITION, path, operator + " needs at least one value, but the list is empty");
    }
    if (list.size() > limits.maxListValues()) {
      throw new InvalidQueryException(
          LIMIT_EXCEEDED,
          path,
          operator
              + " takes at most "
              + limits.maxListValues()
              + " values, but got "
              + list.size());
    }
    return list;
  }

  /** Reads {@code eq null} and {@code neq null}: absent and present. */
  private static ValueSet nullCondition(Field field, Operator operator, String path) {
    if (operator.isOrdered()) {
      throw new InvalidQueryException(
          INVALID_VALUE, path, "null is allowed under eq and neq only, not under " + operator);
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

  private static ValueSet oneOf(Field field, Operator operator, Collection<?> values, String path) {
    boolean negated = operator.isNegated();
    if (field.type().isText()) {
      List<String> keys = new ArrayList<>();
      for (Object value : values) {
        keys.add(Coercion.textKey(field, value, at(operator, path, keys.size())));
      }
      if (field.type() == FieldType.PLACE) {
        return negated ? PlaceSet.notOf(keys) : PlaceSet.of(keys);
      }
      return negated ? TextSet.of(keys).complement() : TextSet.of(keys);
    }
    NumericSet listed = numbers(field, operator, values, path);
    return negated ? listed.complement() : listed;
  }

  private static NumericSet numbers(
      Field field, Operator operator, Collection<?> values, String path) {
    long[] keys = new long[values.size()];
    int index = 0;
    int size = 0;
    for (Object value : values) {
      Long key = Coercion.equalKey(field, value, at(operator, path, index++));
      if (key != null) {
        keys[size++] = key;
      }
    }
    return NumericSet.of(Arrays.copyOf(keys, size));
  }

  private static String at(Operator operator, String path, int index) {
    return operator.takesList() ? path + "/" + index : path;
  }

  private static ValueSet ordered(Field field, Operator operator, Object value, String path) {
    return field.type() == FieldType.VERSION
        ? Coercion.versionRange(operator, Coercion.textKey(field, value, path))
        : Coercion.numericRange(field, operator, value, path);
  }

  /** Lets absence belong where it counts as false and false belongs. */
  private static ValueSet finish(Field field, ValueSet set) {
    return field.isAbsentAsFalse() ? set.withAbsent(((NumericSet) set).contains(0)) : set;
  }

  /** Returns the set of every present value of a type. */
  static ValueSet present(FieldType type) {
    return switch (type) {
      case TEXT, VERSION -> TextSet.present();
      case PLACE -> PlaceSet.present();
      case INTEGER, NUMBER, BOOLEAN, INTEGER_LIST, OBJECT -> NumericSet.present();
    };
  }

  private static ValueSet absent(FieldType type) {
    return switch (type) {
      case TEXT, VERSION -> TextSet.absent();
      case PLACE -> PlaceSet.absent();
      case INTEGER, NUMBER, BOOLEAN, INTEGER_LIST, OBJECT -> NumericSet.absent();
    };
  }
}
