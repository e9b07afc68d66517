package io.offerengine.query;

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
  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "valuesThatAreNoNumbers",
    "valuesOutOfRange",
    "valuesOfLists",
    "valuesOfAnotherType",
    "valuesThatAreNoFlags",
    "listsAndNulls",
    "furtherListsAndNulls"
  })
  void builder_badInput_saysWhereAndWhat(
      String name, Consumer<QueryBuilder> action, ErrorCode code, String path, String problem) {
    Refusal.check(name, action, code, path, problem);
  }

  static Stream<Arguments> valuesThatAreNoNumbers() {
    String number = "dph_total is of type number and takes ";
    String integer = "num_gpus is of type integer and takes ";
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
            integer + "a finite number, but got Infinity"));
  }

  static Stream<Arguments> valuesOutOfRange() {
    String integer = "num_gpus is of type integer and takes ";
    String text = "gpu_name is of type text and takes a text, ";
    return Stream.of(
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
            "has_avx is of type integer and takes a number, true or false, "
                + "but got the text 'TRUE'"),
        where("gpu_name", "eq", 4090, "INVALID_VALUE at /gpu_name/eq", text + "but got 4090"),
        where("gpu_name", "neq", true, "INVALID_VALUE at /gpu_name/neq", text + "but got true"),
        where(
            "gpu_name",
            "eq",
            "RTX \uD83D",
            "INVALID_VALUE at /gpu_name/eq",
            "gpu_name is of type text and takes valid Unicode, "
                + "but got half of a surrogate pair, U+D83D at index 4"),
        where(
            "geolocation",
            "notin",
            List.of("Montana, US", "\uDE00"),
            "INVALID_VALUE at /geolocation/notin/1",
            "geolocation is of type place and takes valid Unicode, "
                + "but got half of a surrogate pair, U+DE00 at index 0"));
  }

  static Stream<Arguments> valuesOfLists() {
    return Stream.of(
        where(
            "gpu_ids",
            "has",
            new BigInteger("9223372036854775808"),
            "INVALID_VALUE at /gpu_ids/has",
            "gpu_ids is of type list of integers and takes an integer of at most 64 bits, but got"
                + " 9223372036854775808"),
        where(
            "gpu_ids",
            "has_all",
            List.of(1, "-9223372036854775809"),
            "INVALID_VALUE at /gpu_ids/has_all/1",
            "gpu_ids is of type list of integers and takes an integer of at most 64 bits, but got"
                + " the text '-9223372036854775809'"));
  }

  static Stream<Arguments> valuesOfAnotherType() {
    String version =
        "driver_version is of type version and takes a version such as "
            + "535.86.05, 580 or 535086005, but got ";
    return Stream.of(
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
            "driver_version",
            "gte",
            "580\uD83D",
            "INVALID_VALUE at /driver_version/gte",
            "driver_version is of type version and takes valid Unicode, "
                + "but got half of a surrogate pair, U+D83D at index 3"),
        where(
            "ubuntu_version",
            "gte",
            true,
            "INVALID_VALUE at /ubuntu_version/gte",
            "os_version is of type version and takes a version such as 535.86.05, 580 or "
                + "535086005, but got true"));
  }

  static Stream<Arguments> valuesThatAreNoFlags() {
    String number = "dph_total is of type number and takes ";
    String version =
        "driver_version is of type version and takes a version such as "
            + "535.86.05, 580 or 535086005, but got ";
    return Stream.of(
        where(
            "driver_version",
            "gte",
            -580,
            "INVALID_VALUE at /driver_version/gte",
            version + "-580"),
        where(
            "gpu_ram",
            "gte",
            '1',
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
            "gpu_name is of type text and takes a text, but got null"));
  }

  static Stream<Arguments> furtherListsAndNulls() {
    return Stream.of(
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
}
