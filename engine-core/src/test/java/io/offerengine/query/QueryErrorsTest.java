package io.offerengine.query;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.ErrorCode.UNKNOWN_OPERATOR;
import static io.offerengine.query.Refusal.badValue;
import static io.offerengine.query.Refusal.error;
import static io.offerengine.query.Refusal.unknownField;
import static io.offerengine.query.Refusal.unsupported;
import static io.offerengine.query.Refusal.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every refusal of names, operators, order, limit and parameters by a query builder. */
class QueryErrorsTest {
  private static final String OPERATORS =
      "use eq, neq, gt, gte, lt, lte, in, notin, starts_with, contains, has, has_any or has_all";

  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "namesAndOperators",
    "operatorsThatDoNotFit",
    "textsAndLists",
    "orderLimitAndParameters"
  })
  void builder_badInput_saysWhereAndWhat(
      String name, Consumer<QueryBuilder> action, ErrorCode code, String path, String problem) {
    Refusal.check(name, action, code, path, problem);
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
    Query first = Query.builder(MarketplaceSchema.schema()).where("num_gpus", "eq", 1).build();
    Cursor cursor = Cursor.after(first, 0, 7, new Object[] {1L});
    QueryBuilder other = Query.builder(MarketplaceSchema.schema()).where("num_gpus", "eq", 2);
    assertThatThrownBy(() -> other.after(cursor).build())
        .hasMessage(
            "INVALID_CURSOR at /cursor: "
                + "the cursor belongs to another query; start again without it");
  }

  static Stream<Arguments> namesAndOperators() {
    return Stream.of(
        unknownField(
            "gpu_nme",
            "eq",
            "RTX 4090",
            "no offer field is called gpu_nme; did you mean gpu_name?"),
        unknownField(
            "dph_totl", "lt", 1, "no offer field is called dph_totl; did you mean dph_total?"),
        unknownField("nothing_like_it", "eq", 1, "no offer field is called nothing_like_it"),
        error(
            "a/b~c eq",
            builder -> builder.where("a/b~c", "eq", 1),
            "UNKNOWN_FIELD at /a~1b~0c",
            "no offer field is called 'a/b~c'"),
        unknownField("", "eq", 1, "no offer field is called ''"),
        where("num_gpus", "like", 1, UNKNOWN_OPERATOR, "no operator is called like; " + OPERATORS),
        where("num_gpus", "EQ", 1, UNKNOWN_OPERATOR, "no operator is called EQ; " + OPERATORS),
        unsupported(
            "gpu_name",
            "gte",
            "A",
            "gte needs an ordered field, but gpu_name is text; use eq, neq, in or notin"),
        unsupported(
            "geolocation",
            "lt",
            "US",
            "lt needs an ordered field, but geolocation is place; use eq, neq, in or notin"));
  }

  static Stream<Arguments> textsAndLists() {
    return Stream.of(
        unsupported("num_gpus", "has", 1, "has needs a list, but num_gpus is integer"),
        unsupported(
            "driver_version",
            "starts_with",
            "5",
            "starts_with needs a field of type text, but driver_version is version"),
        where(
            "gpu_name",
            "contains",
            "x".repeat(1025),
            LIMIT_EXCEEDED,
            "contains takes a text of at most 1024 characters, but got one of 1025"),
        where(
            "gpu_name",
            "contains",
            null,
            INVALID_VALUE,
            "null is allowed under eq and neq only, not under contains"),
        unsupported(
            "gpu_ids",
            "in",
            List.of(1),
            "in needs a single value, but gpu_ids is list of integers;"
                + " use has, has_any or has_all"),
        where(
            "gpu_ids",
            "has",
            List.of(1),
            INVALID_VALUE,
            "has takes a single value, but got a list; use has_any or has_all"),
        badValue(
            "gpu_ids list of integers",
            "has_any/1",
            List.of(1, "x"),
            "a number, but got the text 'x'"));
  }

  static Stream<Arguments> operatorsThatDoNotFit() {
    return Stream.of(
        unsupported(
            "rentable",
            "gt",
            true,
            "gt needs an ordered field, but rentable is boolean; use eq, neq, in or notin"),
        unsupported(
            "external",
            "gte",
            true,
            "gte needs an ordered field, but external is boolean; use eq or neq"),
        unsupported(
            "external", "in", List.of(true), "external is a switch and takes eq or neq, not in"),
        unsupported(
            "external", "notin", List.of(), "external is a switch and takes eq or neq, not notin"),
        unsupported(
            "gpu_ids",
            "eq",
            1,
            "gpu_ids is list of integers, which eq compares with null only;"
                + " use has, has_any or has_all"),
        unsupported(
            "search", "eq", null, "search is of type object, which no condition can compare"),
        unsupported(
            "instance",
            "in",
            List.of(1),
            "instance is of type object, which no condition can compare"));
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
            "allocated_storage must be a finite number of at least 0.0, but is Infinity"));
  }
}
