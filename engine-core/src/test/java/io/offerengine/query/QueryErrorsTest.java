package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Refusals by a query builder: of names, operators, values and parameters. Others are in {@code
 * request-errors.golden} of the adapter, and those beyond a limit in {@code LimitsTest}.
 */
class QueryErrorsTest {
  /** What is asked of a builder, and under it the refusal. */
  private static final String REFUSALS =
      """
      '' eq 1
        UNKNOWN_FIELD at /: no offer field is called ''
      num_gpus EQ 1
        UNKNOWN_OPERATOR at /num_gpus/EQ: no operator is called EQ; use eq, neq, gt, gte, lt,
        lte, in, notin, starts_with, contains, has, has_any or has_all
      geolocation lt 'US'
        OPERATOR_NOT_SUPPORTED at /geolocation/lt: lt needs an ordered field, but geolocation is
        place; use eq, neq, in or notin
      gpu_ids in [1]
        OPERATOR_NOT_SUPPORTED at /gpu_ids/in: in needs a single value, but gpu_ids is list of
        integers; use has, has_any or has_all
      gpu_ids has_any [1; 'x']
        INVALID_VALUE at /gpu_ids/has_any/1: gpu_ids is of type list of integers and takes a
        number, but got the text 'x'
      gpu_ids has 9223372036854775808
        INVALID_VALUE at /gpu_ids/has: gpu_ids is of type list of integers and takes an integer of
        at most 64 bits, but got 9223372036854775808
      gpu_ids has_all [1; '-9223372036854775809']
        INVALID_VALUE at /gpu_ids/has_all/1: gpu_ids is of type list of integers and takes an
        integer of at most 64 bits, but got the text '-9223372036854775809'
      dph_total lt 'x'*1000
        INVALID_VALUE at /dph_total/lt: dph_total is of type number and takes a number, but got the
        text 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'
      dph_total eq NaN
        INVALID_VALUE at /dph_total/eq: dph_total is of type number and takes a finite number, but
        got NaN
      num_gpus gte '-1e400'
        INVALID_VALUE at /num_gpus/gte: num_gpus is of type integer and takes a finite number, but
        got the text '-1e400'
      num_gpus eq Infinity
        INVALID_VALUE at /num_gpus/eq: num_gpus is of type integer and takes a finite number, but
        got Infinity
      num_gpus eq 'true'
        INVALID_VALUE at /num_gpus/eq: num_gpus is of type integer and takes a number, but got the
        text 'true'
      num_gpus lt '9223372036854775808'
        INVALID_VALUE at /num_gpus/lt: num_gpus is of type integer and takes an integer of at most
        64 bits, but got the text '9223372036854775808'
      num_gpus eq -9223372036854775809
        INVALID_VALUE at /num_gpus/eq: num_gpus is of type integer and takes an integer of at most
        64 bits, but got -9223372036854775809
      has_avx eq 'TRUE'
        INVALID_VALUE at /has_avx/eq: has_avx is of type integer and takes a number, true or false,
        but got the text 'TRUE'
      gpu_name eq 'RTX \uD83D'
        INVALID_VALUE at /gpu_name/eq: gpu_name is of type text and takes valid Unicode, but got
        half of a surrogate pair, U+D83D at index 4
      geolocation notin ['Montana, US'; '\uDE00']
        INVALID_VALUE at /geolocation/notin/1: geolocation is of type place and takes valid
        Unicode, but got half of a surrogate pair, U+DE00 at index 0
      geolocation eq 1
        INVALID_VALUE at /geolocation/eq: geolocation is of type place and takes a text, but got 1
      rentable eq 2
        INVALID_VALUE at /rentable/eq: rentable is of type boolean and takes true or false, but got
        2
      rentable eq NaN
        INVALID_VALUE at /rentable/eq: rentable is of type boolean and takes true or false, but got
        NaN
      external eq null
        INVALID_VALUE at /external/eq: external is of type boolean and takes true or false, but got
        null
      driver_version gte '580\uD83D'
        INVALID_VALUE at /driver_version/gte: driver_version is of type version and takes valid
        Unicode, but got half of a surrogate pair, U+D83D at index 3
      driver_version gte -580
        INVALID_VALUE at /driver_version/gte: driver_version is of type version and takes a version
        such as 535.86.05, 580 or 535086005, but got -580
      ubuntu_version gte true
        INVALID_VALUE at /ubuntu_version/gte: os_version is of type version and takes a version
        such as 535.86.05, 580 or 535086005, but got true
      num_gpus in null
        INVALID_VALUE at /num_gpus/in: in takes a list of values, but got null
      gpu_name notin ['A'; null]
        INVALID_VALUE at /gpu_name/notin/1: gpu_name is of type text and takes a text, but got null
      rentable in [true; null]
        INVALID_VALUE at /rentable/in/1: rentable is of type boolean and takes true or false, but
        got null
      os_version in ['22.04'; null]
        INVALID_VALUE at /os_version/in/1: os_version is of type version and takes a version such
        as 535.86.05, 580 or 535086005, but got null
      num_gpus in [[1]]
        INVALID_VALUE at /num_gpus/in/0: num_gpus is of type integer and takes a number, but got a
        list of 1
      gpu_name contains 'x'*1025
        LIMIT_EXCEEDED at /gpu_name/contains: contains takes a text of at most 1024 characters, but
        got one of 1025
      num_gpus in [1]*10001
        LIMIT_EXCEEDED at /num_gpus/in: in takes at most 10000 values, but got 10001
      storage Infinity
        INVALID_VALUE at /allocated_storage: allocated_storage must be a finite number of at least
        0.0, but is Infinity
      """;

  private static Stream<Arguments> refusals() {
    return Arrays.stream(REFUSALS.strip().split("\n(?! )", -1))
        .map(each -> each.split("\n", 2))
        .map(each -> Arguments.of(each[0], each[1].strip().replaceAll("\n +", " ")));
  }

  /** Does what a line of the table says: gives the storage, or adds a condition. */
  private static void ask(QueryBuilder builder, String line) {
    String[] words = line.split(" ", 3);
    if (words[0].equals("storage")) {
      builder.with(MarketplaceSchema.ALLOCATED_STORAGE, Double.parseDouble(words[1]));
    } else {
      builder.where(words[0].replace("'", ""), words[1], value(words[2]));
    }
  }

  /** Reads a value; {@code 'x'*3} is a text or a list that repeats what it has. */
  private static @Nullable Object value(String text) {
    Matcher repeated = Pattern.compile("(.*)\\*(\\d+)").matcher(text);
    if (repeated.matches()) {
      int times = Integer.parseInt(repeated.group(2));
      Object once = value(repeated.group(1));
      return once instanceof String part
          ? part.repeat(times)
          : Collections.nCopies(times, ((List<?>) once).get(0));
    }
    if (text.startsWith("[")) {
      String within = text.substring(1, text.length() - 1);
      List<@Nullable Object> values = new ArrayList<>();
      for (String each : within.isEmpty() ? new String[0] : within.split("; ", -1)) {
        values.add(value(each));
      }
      return values;
    }
    return switch (text) {
      case "null" -> null;
      case "true", "false" -> Boolean.valueOf(text);
      case "NaN" -> Double.NaN;
      case "Infinity" -> Float.POSITIVE_INFINITY;
      default -> text.startsWith("'") ? text.substring(1, text.length() - 1) : new BigInteger(text);
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void builder_badInput_saysWhereAndWhat(String line, String refusal) {
    assertRefused(builder -> ask(builder, line), refusal);
  }

  @Test
  void where_aCharacter_isRefused() {
    assertRefused(
        builder -> builder.where("gpu_ram", "gte", '1'),
        "INVALID_VALUE at /gpu_ram/gte: gpu_ram is of type integer and takes a number, but got 1");
  }

  private static void assertRefused(Consumer<QueryBuilder> asking, String refusal) {
    QueryBuilder builder = Query.builder(MarketplaceSchema.schema());
    InvalidQueryException error =
        catchThrowableOfType(InvalidQueryException.class, () -> asking.accept(builder));
    assertThat(error).hasMessage(refusal);
    assertThat(error.code() + " at " + error.path() + ": " + error.problem()).isEqualTo(refusal);
  }

  @Test
  void whereAny_ofMoreConditionsThanTheLimit_isRefused() {
    Schema schema = MarketplaceSchema.schema();
    QueryBuilder builder = Query.builder(schema, new QueryLimits(10, 20, 3));
    Conjunction one = Conjunction.of(schema).where("num_gpus", "gte", 1).where("id", "lt", 7);
    assertThatThrownBy(() -> builder.whereAny(Collections.nCopies(11, one)))
        .hasMessage("LIMIT_EXCEEDED at /any_of: a query takes at most 20 conditions");
    assertThat(builder.build().alternatives()).isEmpty();
    assertThatThrownBy(() -> builder.whereAny(Collections.nCopies(10, one)).where("score", "gt", 1))
        .hasMessage("LIMIT_EXCEEDED at /score/gt: a query takes at most 20 conditions");
  }

  @Test
  void where_aFieldOfAnotherSchema_isRefused() {
    Schema.Builder flats = Schema.builder("flats", "id");
    var rent = flats.field("rent", FieldType.NUMBER).add();
    flats.build();
    QueryBuilder builder = Query.builder(MarketplaceSchema.schema());
    assertThatThrownBy(() -> builder.where(rent, Operator.EQ, 1))
        .hasMessage(
            "UNKNOWN_FIELD at /rent: rent is a field of flats, but the query is one of marketplace"
                + " offers");
    assertThatThrownBy(() -> builder.orderBy(rent, Direction.ASC))
        .hasMessage(
            "UNKNOWN_FIELD at /order: rent is a field of flats, but the query is one of marketplace"
                + " offers");
  }

  @Test
  void after_aCursorOfAnotherQuery_isRefused() {
    Cursor cursor = Cursor.after(ofGpus(1).build(), 0, 7, new Object[] {1L});
    assertThat(ofGpus(1).after(cursor).build().limit()).isPositive();
    List<QueryBuilder> others =
        List.of(
            ofGpus(2),
            ofGpus(1).orderBy("score", "asc"),
            ofGpus(1).with(MarketplaceSchema.ALLOCATED_STORAGE, 77),
            ofGpus(1).fold(false));
    for (QueryBuilder other : others) {
      assertThatThrownBy(() -> other.after(cursor).build())
          .hasMessage(
              "INVALID_CURSOR at /cursor: "
                  + "the cursor belongs to another query; start again without it");
    }
  }

  private static QueryBuilder ofGpus(int count) {
    return Query.builder(MarketplaceSchema.schema()).where("num_gpus", "eq", count);
  }

  @Test
  void orderBy_moreKeysThanAllowed_isRefused() {
    QueryBuilder builder = Query.builder(MarketplaceSchema.schema());
    List<Field> sortable =
        MarketplaceSchema.schema().fields().stream().filter(Field::isSortable).toList();
    sortable.subList(0, 16).forEach(field -> builder.orderBy(field, Direction.ASC));
    assertThatThrownBy(() -> builder.orderBy(sortable.get(16), Direction.ASC))
        .hasMessage(
            "LIMIT_EXCEEDED at /order/16: an order has at most 16 keys, but this is one more");
  }
}
