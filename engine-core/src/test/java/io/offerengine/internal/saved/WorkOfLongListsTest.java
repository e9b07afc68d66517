package io.offerengine.internal.saved;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Allocation;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A segment of saved searches with as many values as the limits allow. Writers wait while a segment
 * is built; the work is counted in allocated bytes, as {@code LimitsTest} does.
 */
class WorkOfLongListsTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final int MOST_VALUES = 10_000;
  private static final int FEWER_VALUES = MOST_VALUES / 4;
  private static final double MOST_GROWTH = 6;

  /** Even a single search has bitmaps. */
  private static final SearchSizes SIZES = new SearchSizes(1, 1, 63);

  private static Stream<Arguments> lists() {
    IntFunction<Object> places =
        i -> "Town " + i + ", " + (char) ('A' + i % 26) + (char) ('A' + i / 26 % 26);
    IntFunction<Object> texts = i -> "model " + i * 7919 % MOST_VALUES;
    IntFunction<Object> numbers = i -> 2 * (i * 7919 % MOST_VALUES);
    return Stream.of(
        Arguments.of(MarketplaceSchema.GEOLOCATION, Operator.IN, places),
        Arguments.of(MarketplaceSchema.GEOLOCATION, Operator.NOTIN, places),
        Arguments.of(MarketplaceSchema.GPU_NAME, Operator.IN, texts),
        Arguments.of(MarketplaceSchema.GPU_NAME, Operator.NOTIN, texts),
        Arguments.of(MarketplaceSchema.NUM_GPUS, Operator.IN, numbers),
        Arguments.of(MarketplaceSchema.NUM_GPUS, Operator.NOTIN, numbers));
  }

  @ParameterizedTest
  @MethodSource("lists")
  void build_withMoreValues_worksNearlyAsMuchMore(
      Field field, Operator operator, IntFunction<Object> value) {
    List<AccessPath> paths = AccessPath.of(SCHEMA);
    SavedSearch few = search(field, operator, value, FEWER_VALUES);
    SavedSearch many = search(field, operator, value, MOST_VALUES);
    SearchSegmentBuilder.build(List.of(few), paths, SIZES);
    long fewBytes = Allocation.of(() -> SearchSegmentBuilder.build(List.of(few), paths, SIZES));
    long manyBytes = Allocation.of(() -> SearchSegmentBuilder.build(List.of(many), paths, SIZES));
    assertThat(manyBytes).isLessThan((long) (MOST_GROWTH * fewBytes));
  }

  private static SavedSearch search(
      Field field, Operator operator, IntFunction<Object> value, int count) {
    List<Object> values = IntStream.range(0, count).mapToObj(value).toList();
    Query query = Query.builder(SCHEMA).where(field, operator, values).build();
    return SavedSearch.of(1, query, List.of());
  }
}
