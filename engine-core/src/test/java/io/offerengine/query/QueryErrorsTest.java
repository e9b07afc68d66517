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

/** Every refusal by a query builder: of names, operators, values, order, limit and parameters. */
class QueryErrorsTest {
  /** What is asked of a builder, and under it the refusal. */
  private static final String REFUSALS =
      """
      dph_totl lt 1
        UNKNOWN_FIELD at /dph_totl: no offer field is called dph_totl; did you mean dph_total?
      nothing_like_it eq 1
        UNKNOWN_FIELD at /nothing_like_it: no offer field is called nothing_like_it
      '' eq 1
        UNKNOWN_FIELD at /: no offer field is called ''
      num_gpus like 1
        UNKNOWN_OPERATOR at /num_gpus/like: no operator is called like; use eq, neq, gt, gte, lt,
        lte, in, notin, starts_with, contains, has, has_any or has_all
      num_gpus EQ 1
        UNKNOWN_OPERATOR at /num_gpus/EQ: no operator is called EQ; use eq, neq, gt, gte, lt,
        lte, in, notin, starts_with, contains, has, has_any or has_all
      geolocation lt 'US'
        OPERATOR_NOT_SUPPORTED at /geolocation/lt: lt needs an ordered field, but geolocation is
        place; use eq, neq, in or notin
      rentable gt true
        OPERATOR_NOT_SUPPORTED at /rentable/gt: gt needs an ordered field, but rentable is boolean;
        use eq, neq, in or notin
      external gte true
        OPERATOR_NOT_SUPPORTED at /external/gte: gte needs an ordered field, but external is
        boolean; use eq or neq
      external notin []
        OPERATOR_NOT_SUPPORTED at /external/notin: external is a switch and takes eq or neq, not
        notin
      gpu_ids eq 1
        OPERATOR_NOT_SUPPORTED at /gpu_ids/eq: gpu_ids is list of integers, which eq compares with
        null only; use has, has_any or has_all
      instance in [1]
        OPERATOR_NOT_SUPPORTED at /instance/in: instance is of type object, which no condition can
        compare
      num_gpus has 1
        OPERATOR_NOT_SUPPORTED at /num_gpus/has: has needs a list, but num_gpus is integer
      gpu_ids in [1]
        OPERATOR_NOT_SUPPORTED at /gpu_ids/in: in needs a single value, but gpu_ids is list of
        integers; use has, has_any or has_all
      gpu_name contains 'x'*1025
        LIMIT_EXCEEDED at /gpu_name/contains: contains takes a text of at most 1024 characters, but
        got one of 1025
      gpu_name contains null
        INVALID_VALUE at /gpu_name/contains: null is allowed under eq and neq only, not under
        contains
      gpu_ids has_any [1; 'x']
        INVALID_VALUE at /gpu_ids/has_any/1: gpu_ids is of type list of integers and takes a
        number, but got the text 'x'
      gpu_ids has 9223372036854775808
        INVALID_VALUE at /gpu_ids/has: gpu_ids is of type list of integers and takes an integer of
        at most 64 bits, but got 9223372036854775808
      gpu_ids has_all [1; '-9223372036854775809']
        INVALID_VALUE at /gpu_ids/has_all/1: gpu_ids is of type list of integers and takes an
        integer of at most 64 bits, but got the text '-9223372036854775809'
      dph_total lt 'cheap'
        INVALID_VALUE at /dph_total/lt: dph_total is of type number and takes a number, but got the
        text 'cheap'
      dph_total lt '12f'
        INVALID_VALUE at /dph_total/lt: dph_total is of type number and takes a number, but got the
        text '12f'
      dph_total lt 'x'*1000
        INVALID_VALUE at /dph_total/lt: dph_total is of type number and takes a number, but got the
        text 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'
      dph_total lt true
        INVALID_VALUE at /dph_total/lt: dph_total is of type number and takes a number, but got
        true
      dph_total lt '1e400'
        INVALID_VALUE at /dph_total/lt: dph_total is of type number and takes a finite number, but
        got the text '1e400'
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
      gpu_name eq 4090
        INVALID_VALUE at /gpu_name/eq: gpu_name is of type text and takes a text, but got 4090
      gpu_name neq true
        INVALID_VALUE at /gpu_name/neq: gpu_name is of type text and takes a text, but got true
      gpu_name eq 'RTX \uD83D'
        INVALID_VALUE at /gpu_name/eq: gpu_name is of type text and takes valid Unicode, but got
        half of a surrogate pair, U+D83D at index 4
      geolocation notin ['Montana, US'; '\uDE00']
        INVALID_VALUE at /geolocation/notin/1: geolocation is of type place and takes valid
        Unicode, but got half of a surrogate pair, U+DE00 at index 0
      geolocation eq 1
        INVALID_VALUE at /geolocation/eq: geolocation is of type place and takes a text, but got 1
      rentable eq 'yes'
        INVALID_VALUE at /rentable/eq: rentable is of type boolean and takes true or false, but got
        the text 'yes'
      rentable eq 2
        INVALID_VALUE at /rentable/eq: rentable is of type boolean and takes true or false, but got
        2
      rentable eq NaN
        INVALID_VALUE at /rentable/eq: rentable is of type boolean and takes true or false, but got
        NaN
      external eq null
        INVALID_VALUE at /external/eq: external is of type boolean and takes true or false, but got
        null
      driver_version eq 'new'
        INVALID_VALUE at /driver_version/eq: driver_version is of type version and takes a version
        such as 535.86.05, 580 or 535086005, but got the text 'new'
      driver_version gte '580\uD83D'
        INVALID_VALUE at /driver_version/gte: driver_version is of type version and takes valid
        Unicode, but got half of a surrogate pair, U+D83D at index 3
      driver_version gte -580
        INVALID_VALUE at /driver_version/gte: driver_version is of type version and takes a version
        such as 535.86.05, 580 or 535086005, but got -580
      ubuntu_version gte true
        INVALID_VALUE at /ubuntu_version/gte: os_version is of type version and takes a version
        such as 535.86.05, 580 or 535086005, but got true
      num_gpus in []
        EMPTY_CONDITION at /num_gpus/in: in needs at least one value, but the list is empty
      gpu_name notin []
        EMPTY_CONDITION at /gpu_name/notin: notin needs at least one value, but the list is empty
      num_gpus in 1
        INVALID_VALUE at /num_gpus/in: in takes a list of values, but got 1
      num_gpus in null
        INVALID_VALUE at /num_gpus/in: in takes a list of values, but got null
      num_gpus eq [1; 2]
        INVALID_VALUE at /num_gpus/eq: eq takes a single value, but got a list; use in or notin
      gpu_name notin ['A'; null]
        INVALID_VALUE at /gpu_name/notin/1: gpu_name is of type text and takes a text, but got null
      rentable in [true; null]
        INVALID_VALUE at /rentable/in/1: rentable is of type boolean and takes true or false, but
        got null
      os_version in ['22.04'; null]
        INVALID_VALUE at /os_version/in/1: os_version is of type version and takes a version such
        as 535.86.05, 580 or 535086005, but got null
      num_gpus in [1; 2; 'many']
        INVALID_VALUE at /num_gpus/in/2: num_gpus is of type integer and takes a number, but got
        the text 'many'
      num_gpus in [[1]]
        INVALID_VALUE at /num_gpus/in/0: num_gpus is of type integer and takes a number, but got a
        list of 1
      num_gpus in [1]*10001
        LIMIT_EXCEEDED at /num_gpus/in: in takes at most 10000 values, but got 10001
      dph_total gte null
        INVALID_VALUE at /dph_total/gte: null is allowed under eq and neq only, not under gte
      os_version lt null
        INVALID_VALUE at /os_version/lt: null is allowed under eq and neq only, not under lt
      order scor asc
        UNKNOWN_FIELD at /order/0/0: no offer field is called scor; did you mean score?
      order score asc, id up
        INVALID_ORDER at /order/1/1: a direction is asc or desc, but got the text 'up'
      order id asc, id desc
        INVALID_ORDER at /order/1: a field may be ordered by once, but id is repeated
      order search desc
        INVALID_ORDER at /order/0: search is of type object, which has no order
      storage -0.5
        INVALID_VALUE at /allocated_storage: allocated_storage must be a finite number of at least
        0.0, but is -0.5
      storage Infinity
        INVALID_VALUE at /allocated_storage: allocated_storage must be a finite number of at least
        0.0, but is Infinity
      """;

  private static Stream<Arguments> refusals() {
    return Arrays.stream(REFUSALS.strip().split("\n(?! )", -1))
        .map(each -> each.split("\n", 2))
        .map(each -> Arguments.of(each[0], each[1].strip().replaceAll("\n +", " ")));
  }

  /** Does what a line of the table says: an order, a limit, the storage or a condition. */
  private static void ask(QueryBuilder builder, String line) {
    String[] words = line.split(" ", 3);
    switch (words[0]) {
      case "order" -> {
        for (String key : line.substring(words[0].length() + 1).split(", ", -1)) {
          String[] fieldAndDirection = key.split(" ", 2);
          builder.orderBy(fieldAndDirection[0], fieldAndDirection[1]);
        }
      }
      case "limit" -> builder.limit(Integer.parseInt(words[1]));
      case "storage" ->
          builder.with(MarketplaceSchema.ALLOCATED_STORAGE, Double.parseDouble(words[1]));
      default -> builder.where(words[0].replace("'", ""), words[1], value(words[2]));
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
  void where_moreConditionsThanTheLimit_isRefused() {
    QueryBuilder builder =
        Query.builder(MarketplaceSchema.schema(), new QueryLimits(10, 2, 3))
            .where("num_gpus", "gte", 1)
            .where("num_gpus", "lte", 8);
    assertThatThrownBy(() -> builder.where("gpu_ram", "gte", 1))
        .hasMessage("LIMIT_EXCEEDED at /gpu_ram/gte: a query takes at most 2 conditions");
  }

  @Test
  void whereAny_badAlternatives_areRefused() {
    Schema schema = MarketplaceSchema.schema();
    QueryBuilder builder = Query.builder(schema, new QueryLimits(10, 20, 3));
    Conjunction one = Conjunction.of(schema).where("num_gpus", "gte", 1).where("id", "lt", 7);
    assertThatThrownBy(() -> builder.whereAny(List.of()))
        .hasMessage(
            "EMPTY_CONDITION at /any_of: any_of needs at least one alternative, but the list is"
                + " empty");
    assertThatThrownBy(() -> builder.whereNone(Collections.nCopies(17, one)))
        .hasMessage(
            "LIMIT_EXCEEDED at /none_of: none_of takes at most 16 alternatives, but got 17");
    assertThatThrownBy(() -> builder.whereAny(List.of(one, Conjunction.of(schema))))
        .hasMessage("EMPTY_CONDITION at /any_of/1: an alternative needs at least one condition");
    assertThatThrownBy(() -> builder.whereAny(Collections.nCopies(11, one)))
        .hasMessage("LIMIT_EXCEEDED at /any_of: a query takes at most 20 conditions");
    assertThat(builder.build().alternatives()).isEmpty();
    assertThatThrownBy(() -> builder.whereAny(Collections.nCopies(10, one)).where("score", "gt", 1))
        .hasMessage("LIMIT_EXCEEDED at /score/gt: a query takes at most 20 conditions");
  }

  @Test
  void limit_underLimitsOfOnesOwn_namesThem() {
    QueryBuilder builder = Query.builder(MarketplaceSchema.schema(), new QueryLimits(10, 2, 3));
    assertThat(builder.build().limit()).isEqualTo(10);
    assertThatThrownBy(() -> builder.limit(11))
        .hasMessage("INVALID_LIMIT at /limit: a limit is a whole number from 0 to 10, but got 11");
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
