package io.offerengine.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a sealed segment says of its rows as a whole. */
class SealedSegmentTest {
  private static final int[] SIZES = {1, 2, 100, 4096, 8192, 12_288, 20_000};

  /** However groups lie beside the rows that are looked at. */
  @Test
  void rowsPerFold_ofGroupsOfOneSize_isAboutThatSize() {
    for (int size : SIZES) {
      for (int group = 1; group <= 5 && group * 20 <= size; group++) {
        int rows = group;
        for (int shift = 0; shift < group; shift++) {
          int first = shift;
          assertThat(rowsPerFold(size, id -> (id + first) / rows))
              .as("%s rows, groups of %s, from %s on", size, group, shift)
              .isCloseTo(group, withPercentage(10));
        }
      }
    }
  }

  @Test
  void rowsPerFold_ofOneFoldOrNone_isAtLeastOneAndNoMoreThanTheRows() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    for (int size : SIZES) {
      assertThat(rowsPerFold(size, id -> 7)).isBetween(1.0, (double) size);
      assertThat(rowsPerFold(size, id -> -1)).isEqualTo(1);
      assertThat(rowsPerFold(size, id -> random.nextInt(3) - 1))
          .as("seed %s", seed)
          .isBetween(1.0, (double) size);
    }
  }

  /**
   * The rows of crates in which a field has several values, absence included. A computed field has
   * one value if its inputs have.
   */
  @Test
  void foldGroups_areTheRowsOfEachCrateAndKnowWhichDiffer() {
    Schema.Builder builder = Schema.builder("goods", "id");
    IntegerField crate = builder.integer("crate").add();
    IntegerField colour = builder.integer("colour").add();
    TextField name = builder.text("name").add();
    IntegerListField tags = builder.integers("tags").add();
    Field tint =
        builder
            .field("tint", FieldType.NUMBER)
            .computed(
                new Formula(
                    "colour / 2",
                    List.of(Formula.Input.increasing(colour)),
                    (in, arguments) -> in[0] / 2))
            .add();
    Schema schema = builder.foldBy(crate).build();
    long seed = Seeds.first();
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      int size = 1 + random.nextInt(i % 2 == 0 ? 12 : 200);
      @Nullable Long[] crates = new Long[size];
      int crateCount = 1 + random.nextInt(size);
      Arrays.setAll(
          crates, row -> random.nextInt(9) == 0 ? null : (long) random.nextInt(crateCount));
      @Nullable Long[] values = values(crates, random);
      List<Offer> goods = new ArrayList<>();
      for (int row = 0; row < size; row++) {
        Offer.Builder good = Offer.builder(schema).set(schema.idField(), row);
        if (crates[row] != null) {
          good.set(crate, crates[row]);
        }
        if (values[row] != null) {
          good.set(colour, values[row]);
          good.set(name, "name " + values[row]);
          good.set(tags, new long[] {7, values[row]});
        }
        goods.add(good.build());
      }
      SegmentView view = SmallMarket.sealed(schema, goods).views().get(0);
      FoldGroups groups = ((SealedSegment) view.segment()).foldGroups();
      String replay = "seed " + seed + ", case " + i;
      int[] expected = numbered(crates);
      assertThat(groups.ofRows()).as(replay).isEqualTo(expected);
      assertThat(groups.count()).as(replay).isEqualTo(1 + Arrays.stream(expected).max().orElse(-1));
      long[] mixed = mixed(expected, values);
      for (Field field : List.of(colour, name, tags)) {
        assertThat(groups.mixedRows(field)).as("%s, %s", replay, field).isEqualTo(mixed);
      }
      boolean isUniform = mixed != null && mixed.length == 0;
      assertThat(groups.mixedRows(tint)).as(replay).isEqualTo(isUniform ? new long[0] : null);
    }
  }

  /** Draws a value for each crate, and others or none for some rows. */
  private static @Nullable Long[] values(@Nullable Long[] crates, Random random) {
    int others = random.nextInt(3) * random.nextInt(20);
    @Nullable Long[] values = new Long[crates.length];
    for (int row = 0; row < values.length; row++) {
      boolean isOther = random.nextInt(100) < others;
      long usual = crates[row] == null ? 0 : crates[row] % 3;
      values[row] = !isOther ? Long.valueOf(usual) : random.nextBoolean() ? 9L : null;
    }
    return values;
  }

  /** Numbers the crates of rows by their first rows; a row without a crate is one of its own. */
  private static int[] numbered(@Nullable Long[] crates) {
    Map<Object, Integer> numbers = new HashMap<>();
    int[] ofRows = new int[crates.length];
    for (int row = 0; row < crates.length; row++) {
      Object crate = crates[row] == null ? "of row " + row : crates[row];
      int next = numbers.size();
      ofRows[row] = numbers.computeIfAbsent(crate, any -> next);
    }
    return ofRows;
  }

  /** Returns the rows whose crates have several values; null if they are more than a quarter. */
  private static long @Nullable [] mixed(int[] groups, @Nullable Long[] values) {
    int[] rows =
        IntStream.range(0, groups.length)
            .filter(row ->
                IntStream.range(0, groups.length)
                    .filter(other -> groups[other] == groups[row])
                    .anyMatch(other -> !Objects.equals(values[other], values[row])))
            .toArray();
    if (rows.length == 0) {
      return new long[0];
    }
    return rows.length > groups.length / 4 ? null : Bits.of(rows, groups.length);
  }

  /** Returns the figure for goods in crates, those in a negative one without. */
  private static double rowsPerFold(int size, LongUnaryOperator crates) {
    SegmentView view =
        SmallMarket.sealed(
                size,
                SmallMarket.offers(
                    size,
                    id -> {
                      long crate = crates.applyAsLong(id);
                      return crate < 0
                          ? SmallMarket.offer(id)
                          : SmallMarket.offer(id).set(SmallMarket.CRATE, crate);
                    }))
            .views()
            .get(0);
    return ((SealedSegment) view.segment()).rowsPerFold();
  }
}
