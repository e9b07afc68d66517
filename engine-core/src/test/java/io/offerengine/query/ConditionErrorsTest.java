package io.offerengine.query;

import static io.offerengine.query.ErrorCode.EMPTY_CONDITION;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
import static io.offerengine.query.Refusal.badValue;
import static io.offerengine.query.Refusal.where;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every refusal of a condition's value by a query builder. */
class ConditionErrorsTest {
  private static final String VERSION = "a version such as 535.86.05, 580 or 535086005";
  private static final String INTEGER = "an integer of at most 64 bits";

  @ParameterizedTest(name = "{0}")
  @MethodSource({"numbers", "textsVersionsAndFlags", "listsAndNulls"})
  void builder_badInput_saysWhereAndWhat(
      String name, Consumer<QueryBuilder> action, ErrorCode code, String path, String problem) {
    Refusal.check(name, action, code, path, problem);
  }

  static Stream<Arguments> numbers() {
    return Stream.of(
        badValue("dph_total number", "lt", "cheap", "a number, but got the text 'cheap'"),
        badValue("dph_total number", "lt", "12f", "a number, but got the text '12f'"),
        badValue("dph_total number", "lt", true, "a number, but got true"),
        badValue("dph_total number", "lt", "1e400", "a finite number, but got the text '1e400'"),
        badValue("num_gpus integer", "gte", "-1e400", "a finite number, but got the text '-1e400'"),
        badValue("dph_total number", "eq", Double.NaN, "a finite number, but got NaN"),
        badValue(
            "num_gpus integer", "eq", Float.POSITIVE_INFINITY, "a finite number, but got Infinity"),
        badValue("num_gpus integer", "eq", true, "a number, but got true"),
        badValue("num_gpus integer", "eq", "true", "a number, but got the text 'true'"),
        badValue(
            "num_gpus integer",
            "lt",
            "9223372036854775808",
            INTEGER + ", but got the text '9223372036854775808'"),
        badValue(
            "num_gpus integer",
            "eq",
            new BigInteger("-9223372036854775809"),
            INTEGER + ", but got -9223372036854775809"),
        badValue(
            "has_avx integer", "eq", "TRUE", "a number, true or false, but got the text 'TRUE'"),
        badValue("gpu_name text", "eq", 4090, "a text, but got 4090"),
        badValue("gpu_name text", "neq", true, "a text, but got true"),
        badValue(
            "gpu_name text",
            "eq",
            "RTX \uD83D",
            "valid Unicode, but got half of a surrogate pair, U+D83D at index 4"),
        badValue(
            "geolocation place",
            "notin/1",
            List.of("Montana, US", "\uDE00"),
            "valid Unicode, but got half of a surrogate pair, U+DE00 at index 0"),
        badValue(
            "gpu_ids list of integers",
            "has",
            new BigInteger("9223372036854775808"),
            INTEGER + ", but got 9223372036854775808"),
        badValue(
            "gpu_ids list of integers",
            "has_all/1",
            List.of(1, "-9223372036854775809"),
            INTEGER + ", but got the text '-9223372036854775809'"));
  }

  static Stream<Arguments> textsVersionsAndFlags() {
    return Stream.of(
        badValue("geolocation place", "eq", 1, "a text, but got 1"),
        badValue("rentable boolean", "eq", "yes", "true or false, but got the text 'yes'"),
        badValue("rentable boolean", "eq", 2, "true or false, but got 2"),
        badValue("rentable boolean", "eq", Double.NaN, "true or false, but got NaN"),
        badValue("external boolean", "eq", null, "true or false, but got null"),
        badValue("driver_version version", "eq", "new", VERSION + ", but got the text 'new'"),
        badValue(
            "driver_version version",
            "gte",
            "580\uD83D",
            "valid Unicode, but got half of a surrogate pair, U+D83D at index 3"),
        where(
            "ubuntu_version",
            "gte",
            true,
            INVALID_VALUE,
            "os_version is of type version and takes " + VERSION + ", but got true"),
        badValue("driver_version version", "gte", -580, VERSION + ", but got -580"),
        badValue("gpu_ram integer", "gte", '1', "a number, but got 1"),
        badValue(
            "dph_total number",
            "lt",
            "x".repeat(1000),
            "a number, but got the text '" + "x".repeat(60) + "…'"));
  }

  static Stream<Arguments> listsAndNulls() {
    return Stream.of(
        where(
            "num_gpus",
            "in",
            List.of(),
            EMPTY_CONDITION,
            "in needs at least one value, but the list is empty"),
        where(
            "gpu_name",
            "notin",
            List.of(),
            EMPTY_CONDITION,
            "notin needs at least one value, but the list is empty"),
        where("num_gpus", "in", 1, INVALID_VALUE, "in takes a list of values, but got 1"),
        where("num_gpus", "in", null, INVALID_VALUE, "in takes a list of values, but got null"),
        where(
            "num_gpus",
            "eq",
            List.of(1, 2),
            INVALID_VALUE,
            "eq takes a single value, but got a list; use in or notin"),
        badValue("num_gpus integer", "in/1", Arrays.asList(1, null), "a number, but got null"),
        badValue("gpu_name text", "notin/1", Arrays.asList("A", null), "a text, but got null"),
        badValue(
            "rentable boolean", "in/1", Arrays.asList(true, null), "true or false, but got null"),
        badValue(
            "os_version version", "in/1", Arrays.asList("22.04", null), VERSION + ", but got null"),
        badValue(
            "num_gpus integer", "in/2", List.of(1, 2, "many"), "a number, but got the text 'many'"),
        badValue("num_gpus integer", "in/0", List.of(List.of(1)), "a number, but got a list of 1"),
        where(
            "dph_total",
            "gte",
            null,
            INVALID_VALUE,
            "null is allowed under eq and neq only, not under gte"),
        where(
            "os_version",
            "lt",
            null,
            INVALID_VALUE,
            "null is allowed under eq and neq only, not under lt"),
        where(
            "num_gpus",
            "in",
            Collections.nCopies(10_001, 1),
            LIMIT_EXCEEDED,
            "in takes at most 10000 values, but got 10001"));
  }
}
