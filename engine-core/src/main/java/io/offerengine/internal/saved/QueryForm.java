package io.offerengine.internal.saved;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.query.Conjunction;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Criterion;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The conditions and arguments of a search as bytes, by the names of fields and parameters. Order,
 * limit and cursor are left out.
 *
 * <p><b>Layout.</b> The byte {@link #FORM}; the criteria, each a condition or a list of
 * alternatives; the given arguments. This form is frozen: every later build reads it.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class QueryForm {
  private static final int FORM = 1;

  private static final int CONDITION = 0;
  private static final int ANY = 1;
  private static final int NONE = 2;

  private static final int NULL = 0;
  private static final int INTEGER = 1;
  private static final int NUMBER = 2;
  private static final int FALSE = 3;
  private static final int TRUE = 4;
  private static final int TEXT = 5;
  private static final int LITERAL = 6;
  private static final int LIST = 7;
  private static final int DECIMAL = 8;
  private static final int WHOLE = 9;

  /** The query was built under limits of its own. */
  private static final QueryLimits UNLIMITED =
      new QueryLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  private QueryForm() {}

  /** Writes a part of a query. */
  private interface Part<T> {
    void write(T part, DataOutputStream out) throws IOException;
  }

  /** Returns the bytes of a query. */
  public static byte[] write(Query query) {
    Arguments arguments = query.arguments();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(FORM);
      writeAll(query.criteria(), QueryForm::writeCriterion, out);
      writeAll(
          query.schema().parameters().stream().filter(arguments::isGiven).toList(),
          (each, to) -> {
            writeText(each.name(), to);
            writeValue(argument(each, arguments.value(each)), to);
          },
          out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static <T> void writeAll(
      Collection<? extends T> parts, Part<T> part, DataOutputStream out) throws IOException {
    out.writeInt(parts.size());
    for (T each : parts) {
      part.write(each, out);
    }
  }

  private static Object argument(Parameter<?> parameter, double value) {
    List<?> choices = parameter.choices();
    return choices.isEmpty() ? (Object) value : ((Enum<?>) choices.get((int) value)).name();
  }

  private static void writeCriterion(Criterion criterion, DataOutputStream out) throws IOException {
    if (criterion instanceof Condition condition) {
      out.writeByte(CONDITION);
      writeCondition(condition, out);
    } else {
      Criterion.Group group = (Criterion.Group) criterion;
      out.writeByte(group.isExcluded() ? NONE : ANY);
      writeAll(
          group.alternatives(),
          (each, to) -> writeAll(each.conditions(), QueryForm::writeCondition, to),
          out);
    }
  }

  private static void writeCondition(Condition condition, DataOutputStream out) throws IOException {
    writeText(condition.field().name(), out);
    writeText(condition.operator().symbol(), out);
    writeValue(condition.value(), out);
  }

  private static void writeText(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void writeValue(@Nullable Object value, DataOutputStream out) throws IOException {
    if (value == null) {
      out.writeByte(NULL);
    } else if (value instanceof Boolean flag) {
      out.writeByte(flag ? TRUE : FALSE);
    } else if (value instanceof Number number) {
      writeNumber(number, out);
    } else if (value instanceof NumberLiteral) {
      out.writeByte(LITERAL);
      writeText(value.toString(), out);
    } else if (value instanceof Collection<?> values) {
      out.writeByte(LIST);
      writeAll(values, QueryForm::writeValue, out);
    } else {
      // A text, or a date or an instant, which conditions also take as ISO texts.
      out.writeByte(TEXT);
      writeText(value.toString(), out);
    }
  }

  private static void writeNumber(Number number, DataOutputStream out) throws IOException {
    if (number instanceof BigDecimal || number instanceof BigInteger) {
      out.writeByte(number instanceof BigInteger ? WHOLE : DECIMAL);
      writeText(number.toString(), out);
    } else if (number instanceof Double || number instanceof Float) {
      out.writeByte(NUMBER);
      out.writeDouble(number.doubleValue());
    } else {
      out.writeByte(INTEGER);
      out.writeLong(number.longValue());
    }
  }

  /**
   * Returns the query of some bytes.
   *
   * @throws InvalidQueryException if the schema has no such field, or it takes no such value
   * @throws IllegalArgumentException if the schema has no such parameter, or it takes no such value
   */
  public static Query read(Schema schema, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int form = in.get();
    if (form != FORM) {
      throw new IllegalArgumentException("the form " + form + " is not known, only " + FORM);
    }
    QueryBuilder query = Query.builder(schema, UNLIMITED);
    times(in, () -> readCriterion(schema, in, query));
    times(in, () -> with(schema, readText(in), readValue(in), query));
    return query.build();
  }

  private static <T> List<T> times(ByteBuffer in, Supplier<T> part) {
    List<T> parts = new ArrayList<>();
    for (int left = in.getInt(); left > 0; left--) {
      parts.add(part.get());
    }
    return parts;
  }

  private static QueryBuilder readCriterion(Schema schema, ByteBuffer in, QueryBuilder query) {
    return switch (in.get()) {
      case CONDITION -> query.where(readText(in), readText(in), readValue(in));
      case ANY -> query.whereAny(times(in, () -> readConjunction(schema, in)));
      case NONE -> query.whereNone(times(in, () -> readConjunction(schema, in)));
      default -> throw new IllegalArgumentException("no criterion has this kind");
    };
  }

  private static Conjunction readConjunction(Schema schema, ByteBuffer in) {
    Conjunction conjunction = Conjunction.of(schema, UNLIMITED);
    times(in, () -> conjunction.where(readText(in), readText(in), readValue(in)));
    return conjunction;
  }

  private static String readText(ByteBuffer in) {
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return new String(bytes, UTF_8);
  }

  private static @Nullable Object readValue(ByteBuffer in) {
    return switch (in.get()) {
      case NULL -> null;
      case FALSE -> false;
      case TRUE -> true;
      case INTEGER -> in.getLong();
      case NUMBER -> in.getDouble();
      case TEXT -> readText(in);
      case LITERAL -> NumberLiteral.parse(readText(in)).orElseThrow();
      case DECIMAL -> new BigDecimal(readText(in));
      case WHOLE -> new BigInteger(readText(in));
      case LIST -> times(in, () -> readValue(in));
      default -> throw new IllegalArgumentException("no value has this kind");
    };
  }

  private static QueryBuilder with(
      Schema schema, String name, @Nullable Object value, QueryBuilder query) {
    Parameter<?> parameter =
        schema.parameters().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no parameter is called " + name));
    return with(parameter, value, query);
  }

  private static <T> QueryBuilder with(
      Parameter<T> parameter, @Nullable Object value, QueryBuilder query) {
    Object argument = value;
    if (parameter.isClock() && value instanceof Double seconds) {
      argument = TimeKey.ofSeconds(seconds);
    } else if (!parameter.choices().isEmpty()) {
      argument =
          parameter.choices().stream()
              .filter(each -> ((Enum<?>) each).name().equals(value))
              .findFirst()
              .orElse(null);
    }
    if (!parameter.valueType().isInstance(argument)) {
      throw new IllegalArgumentException(parameter + " can't be " + value);
    }
    return query.with(parameter, parameter.valueType().cast(argument));
  }
}
