package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.offerengine.schema.FieldType;
import io.offerengine.schema.MarketplaceSchema;
import io.offerengine.schema.Schema;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every refusal of a query builder: its code, its path and its whole text. */
class QueryErrorsTest {
  private static final String OPERATORS = "use eq, neq, gt, gte, lt, lte, in or notin";

  private static Arguments where(
      String field, String operator, Object value, String error, String problem) {
    String[] codeAndPath = error.split(" at ");
    Consumer<QueryBuilder> action = builder -> builder.where(field, operator, value);
    return Arguments.of(
        field + " " + operator + " " + Coercion.show(value),
        action,
        ErrorCode.valueOf(codeAndPath[0]),
        codeAndPath[1],
        problem);
  }

  private static Arguments error(
      String name, Consumer<QueryBuilder> action, String error, String problem) {
    String[] codeAndPath = error.split(" at ");
    return Arguments.of(name, action, ErrorCode.valueOf(codeAndPath[0]), codeAndPath[1], problem);
  }

  static Stream<Arguments> namesAndOperators() {
    return Stream.of(
        where(
            "gpu_nme",
            "eq",
            "RTX 4090",
            "UNKNOWN_FIELD at /gpu_nme",
            "no offer field is called gpu_nme; did you mean gpu_name?"),
        where(
            "dph_totl",
            "lt",
            1,
            "UNKNOWN_FIELD at /dph_totl",
            "no offer field is called dph_totl; did you mean dph_total?"),
        where(
            "nothing_like_it",
            "eq",
            1,
            "UNKNOWN_FIELD at /nothing_like_it",
            "no offer field is called nothing_like_it"),
        where("a/b~c", "eq", 1, "UNKNOWN_FIELD at /a~1b~0c", "no offer field is called 'a/b~c'"),
        where("", "eq", 1, "UNKNOWN_FIELD at /", "no offer field is called ''"),
        where(
            "num_gpus",
            "like",
            1,
            "UNKNOWN_OPERATOR at /num_gpus/like",
            "no operator is called like; " + OPERATORS),
        where(
            "num_gpus",
            "EQ",
            1,
            "UNKNOWN_OPERATOR at /num_gpus/EQ",
            "no operator is called EQ; " + OPERATORS),
        where(
            "gpu_name",
            "gte",
            "A",
            "OPERATOR_NOT_SUPPORTED at /gpu_name/gte",
            "gte needs an ordered field, but gpu_name is text; use eq, neq, in or notin"),
        where(
            "geolocation",
            "lt",
            "US",
            "OPERATOR_NOT_SUPPORTED at /geolocation/lt",
            "lt needs an ordered field, but geolocation is place; use eq, neq, in or notin"),
        where(
            "rentable",
            "gt",
            true,
            "OPERATOR_NOT_SUPPORTED at /rentable/gt",
            "gt needs an ordered field, but rentable is boolean; use eq, neq, in or notin"),
        where(
            "external",
            "gte",
            true,
            "OPERATOR_NOT_SUPPORTED at /external/gte",
            "gte needs an ordered field, but external is boolean; use eq or neq"),
        where(
            "external",
            "in",
            List.of(true),
            "OPERATOR_NOT_SUPPORTED at /external/in",
            "external is a switch and takes eq or neq, not in"),
        where(
            "external",
            "notin",
            List.of(),
            "OPERATOR_NOT_SUPPORTED at /external/notin",
            "external is a switch and takes eq or neq, not notin"),
        where(
            "gpu_ids",
            "eq",
            1,
            "OPERATOR_NOT_SUPPORTED at /gpu_ids/eq",
            "gpu_ids is of type list of integers, which no condition can compare"),
        where(
            "search",
            "eq",
            null,
            "OPERATOR_NOT_SUPPORTED at /search/eq",
            "search is of type object, which no condition can compare"),
        where(
            "instance",
            "in",
            List.of(1),
            "OPERATOR_NOT_SUPPORTED at /instance/in",
            "instance is of type object, which no condition can compare"));
  }

  static Stream<Arguments> values() {
    String number = "dph_total is of type number and takes ";
    String integer = "num_gpus is of type integer and takes ";
    String version =
        "driver_version is of type version and takes a version such as "
            + "535.86.05, 580 or 535086005, but got ";
    return Stream.of(
        where(
            "dph_total",
            "lt",
            "cheap",
            "INVALID_VALUE at /dph_total/lt",
            number + "a number, but got the text 'cheap'"),
        where(
            "dph_total",
            "lt",
            "12f",
            "INVALID_VALUE at /dph_total/lt",
            number + "a number, but got the text '12f'"),
        where(
            "dph_total",
            "lt",
            true,
            "INVALID_VALUE at /dph_total/lt",
            number + "a number, but got true"),
        where(
            "dph_total",
            "lt",
            "1e400",
            "INVALID_VALUE at /dph_total/lt",
            number + "a finite number, but got the text '1e400'"),
        where(
            "num_gpus",
            "gte",
            "-1e400",
            "INVALID_VALUE at /num_gpus/gte",
            integer + "a finite number, but got the text '-1e400'"),
        where(
            "dph_total",
            "eq",
            Double.NaN,
            "INVALID_VALUE at /dph_total/eq",
            number + "a finite number, but got NaN"),
        where(
            "num_gpus",
            "eq",
            Float.POSITIVE_INFINITY,
            "INVALID_VALUE at /num_gpus/eq",
            integer + "a finite number, but got Infinity"),
        where(
            "num_gpus",
            "eq",
            true,
            "INVALID_VALUE at /num_gpus/eq",
            integer + "a number, but got true"),
        where(
            "num_gpus",
            "eq",
            "true",
            "INVALID_VALUE at /num_gpus/eq",
            integer + "a number, but got the text 'true'"),
        where(
            "num_gpus",
            "lt",
            "9223372036854775808",
            "INVALID_VALUE at /num_gpus/lt",
            integer + "an integer of at most 64 bits, but got the text '9223372036854775808'"),
        where(
            "num_gpus",
            "eq",
            new BigInteger("-9223372036854775809"),
            "INVALID_VALUE at /num_gpus/eq",
            integer + "an integer of at most 64 bits, but got -9223372036854775809"),
        where(
            "has_avx",
            "eq",
            "TRUE",
            "INVALID_VALUE at /has_avx/eq",
            "has_avx is of type integer and takes a number, true or false, but got the text 'TRUE'"),
        where(
            "gpu_name",
            "eq",
            4090,
            "INVALID_VALUE at /gpu_name/eq",
            "gpu_name is of type text and takes a text, but got 4090"),
        where(
            "gpu_name",
            "neq",
            true,
            "INVALID_VALUE at /gpu_name/neq",
            "gpu_name is of type text and takes a text, but got true"),
        where(
            "geolocation",
            "eq",
            1,
            "INVALID_VALUE at /geolocation/eq",
            "geolocation is of type place and takes a text, but got 1"),
        where(
            "rentable",
            "eq",
            "yes",
            "INVALID_VALUE at /rentable/eq",
            "rentable is of type boolean and takes true or false, but got the text 'yes'"),
        where(
            "rentable",
            "eq",
            2,
            "INVALID_VALUE at /rentable/eq",
            "rentable is of type boolean and takes true or false, but got 2"),
        where(
            "rentable",
            "eq",
            Double.NaN,
            "INVALID_VALUE at /rentable/eq",
            "rentable is of type boolean and takes true or false, but got NaN"),
        where(
            "external",
            "eq",
            null,
            "INVALID_VALUE at /external/eq",
            "external is of type boolean and takes true or false, but got null"),
        where(
            "driver_version",
            "eq",
            "new",
            "INVALID_VALUE at /driver_version/eq",
            version + "the text 'new'"),
        where(
            "ubuntu_version",
            "gte",
            true,
            "INVALID_VALUE at /ubuntu_version/gte",
            "os_version is of type version and takes a version such as 535.86.05, 580 or "
                + "535086005, but got true"),
        where(
            "driver_version",
            "gte",
            -580,
            "INVALID_VALUE at /driver_version/gte",
            version + "-580"),
        where(
            "gpu_ram",
            "gte",
            new StringBuilder("1"),
            "INVALID_VALUE at /gpu_ram/gte",
            "gpu_ram is of type integer and takes a number, but got 1"),
        where(
            "dph_total",
            "lt",
            "x".repeat(1000),
            "INVALID_VALUE at /dph_total/lt",
            number + "a number, but got the text '" + "x".repeat(60) + "…'"));
  }

  static Stream<Arguments> listsAndNulls() {
    return Stream.of(
        where(
            "num_gpus",
            "in",
            List.of(),
            "EMPTY_CONDITION at /num_gpus/in",
            "in needs at least one value, but the list is empty"),
        where(
            "gpu_name",
            "notin",
            List.of(),
            "EMPTY_CONDITION at /gpu_name/notin",
            "notin needs at least one value, but the list is empty"),
        where(
            "num_gpus",
            "in",
            1,
            "INVALID_VALUE at /num_gpus/in",
            "in takes a list of values, but got 1"),
        where(
            "num_gpus",
            "in",
            null,
            "INVALID_VALUE at /num_gpus/in",
            "in takes a list of values, but got null"),
        where(
            "num_gpus",
            "eq",
            List.of(1, 2),
            "INVALID_VALUE at /num_gpus/eq",
            "eq takes a single value, but got a list; use in or notin"),
        where(
            "num_gpus",
            "in",
            Arrays.asList(1, null),
            "INVALID_VALUE at /num_gpus/in/1",
            "num_gpus is of type integer and takes a number, but got null"),
        where(
            "gpu_name",
            "notin",
            Arrays.asList("A", null),
            "INVALID_VALUE at /gpu_name/notin/1",
            "gpu_name is of type text and takes a text, but got null"),
        where(
            "rentable",
            "in",
            Arrays.asList(true, null),
            "INVALID_VALUE at /rentable/in/1",
            "rentable is of type boolean and takes true or false, but got null"),
        where(
            "os_version",
            "in",
            Arrays.asList("22.04", null),
            "INVALID_VALUE at /os_version/in/1",
            "os_version is of type version and takes a version such as 535.86.05, 580 or "
                + "535086005, but got null"),
        where(
            "num_gpus",
            "in",
            List.of(1, 2, "many"),
            "INVALID_VALUE at /num_gpus/in/2",
            "num_gpus is of type integer and takes a number, but got the text 'many'"),
        where(
            "num_gpus",
            "in",
            List.of(List.of(1)),
            "INVALID_VALUE at /num_gpus/in/0",
            "num_gpus is of type integer and takes a number, but got a list of 1"),
        where(
            "dph_total",
            "gte",
            null,
            "INVALID_VALUE at /dph_total/gte",
            "null is allowed under eq and neq only, not under gte"),
        where(
            "os_version",
            "lt",
            null,
            "INVALID_VALUE at /os_version/lt",
            "null is allowed under eq and neq only, not under lt"),
        where(
            "num_gpus",
            "in",
            Collections.nCopies(10_001, 1),
            "LIMIT_EXCEEDED at /num_gpus/in",
            "in takes at most 10000 values, but got 10001"));
  }

  static Stream<Arguments> orderLimitAndParameters() {
    return Stream.of(
        error(
            "order by unknown",
            builder -> builder.orderBy("scor", "asc"),
            "UNKNOWN_FIELD at /order/0/0",
            "no offer field is called scor; did you mean score?"),
        error(
            "unknown direction",
            builder -> builder.orderBy("score", "asc").orderBy("id", "up"),
            "INVALID_ORDER at /order/1/1",
            "a direction is asc or desc, but got the text 'up'"),
        error(
            "repeated",
            builder -> builder.orderBy("id", "asc").orderBy("id", "desc"),
            "INVALID_ORDER at /order/1",
            "a field may be ordered by once, but id is repeated"),
        error(
            "repeated by alias",
            builder -> builder.orderBy("dph", "asc").orderBy("dph_total", "asc"),
            "INVALID_ORDER at /order/1",
            "a field may be ordered by once, but dph_total is repeated"),
        error(
            "list",
            builder -> builder.orderBy("gpu_ids", "asc"),
            "INVALID_ORDER at /order/0",
            "gpu_ids is of type list of integers, which has no order"),
        error(
            "object",
            builder -> builder.orderBy("search", "desc"),
            "INVALID_ORDER at /order/0",
            "search is of type object, which has no order"),
        error(
            "limit below zero",
            builder -> builder.limit(-1),
            "INVALID_LIMIT at /limit",
            "a limit is a whole number from 0 to 10000, but got -1"),
        error(
            "limit above the maximum",
            builder -> builder.limit(10_001),
            "INVALID_LIMIT at /limit",
            "a limit is a whole number from 0 to 10000, but got 10001"),
        error(
            "negative storage",
            builder -> builder.with(MarketplaceSchema.ALLOCATED_STORAGE, -0.5),
            "INVALID_VALUE at /allocated_storage",
            "allocated_storage must be a finite number of at least 0.0, but is -0.5"),
        error(
            "endless storage",
            builder -> builder.with(MarketplaceSchema.ALLOCATED_STORAGE, Double.POSITIVE_INFINITY),
            "INVALID_VALUE at /allocated_storage",
            "allocated_storage must be a finite number of at least 0.0, but is Infinity"),
        error(
            "no time",
            builder -> builder.with(MarketplaceSchema.NOW, Double.NaN),
            "INVALID_VALUE at /now",
            "now must be a finite number, but is NaN"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"namesAndOperators", "values", "listsAndNulls", "orderLimitAndParameters"})
  void builder_badInput_saysWhereAndWhat(
      String name, Consumer<QueryBuilder> action, ErrorCode code, String path, String problem) {
    QueryBuilder builder = Query.builder(MarketplaceSchema.schema());
    InvalidQueryException error =
        catchThrowableOfType(InvalidQueryException.class, () -> action.accept(builder));
    assertThat(error).as(name).isNotNull();
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.path()).isEqualTo(path);
    assertThat(error.problem()).isEqualTo(problem);
    assertThat(error).hasMessage(code + " at " + path + ": " + problem);
  }

  @Test
  void where_aRefusedCondition_leavesTheBuilderAsItWas() {
    QueryBuilder builder = Query.builder(MarketplaceSchema.schema()).where("num_gpus", "gte", 2);
    assertThatThrownBy(() -> builder.where("num_gpus", "lt", "x"))
        .isInstanceOf(InvalidQueryException.class);
    assertThatThrownBy(() -> builder.limit(-1)).isInstanceOf(InvalidQueryException.class);
    Query untouched = Query.builder(MarketplaceSchema.schema()).where("num_gpus", "gte", 2).build();
    Query query = builder.build();
    assertThat(query.valueSets()).isEqualTo(untouched.valueSets());
    assertThat(query.conditions()).isEqualTo(untouched.conditions());
    assertThat(query.limit()).isEqualTo(QueryBuilder.DEFAULT_LIMIT);
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
        .hasMessage("UNKNOWN_FIELD at /rent: no offer field is called rent");
    assertThatThrownBy(() -> builder.orderBy(rent, Direction.ASC))
        .hasMessage("UNKNOWN_FIELD at /order: no offer field is called rent");
  }

  @Test
  void after_aCursorOfAnotherQuery_isRefused() {
    Query first = Query.builder(MarketplaceSchema.schema()).where("num_gpus", "eq", 1).build();
    Cursor cursor = Cursor.after(first, 0, 7, new Object[] {1L});
    QueryBuilder other = Query.builder(MarketplaceSchema.schema()).where("num_gpus", "eq", 2);
    assertThatThrownBy(() -> other.after(cursor).build())
        .hasMessage(
            "INVALID_CURSOR at /cursor: the cursor belongs to another query; start again without it");
  }
}
