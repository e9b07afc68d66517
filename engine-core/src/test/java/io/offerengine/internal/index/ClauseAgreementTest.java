package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.GrowingListColumn;
import io.offerengine.internal.column.GrowingTextColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.internal.column.PackedListColumn;
import io.offerengine.internal.column.RowMap;
import io.offerengine.internal.column.RowMaps;
import io.offerengine.query.ListSet;
import io.offerengine.query.NumericSet;
import io.offerengine.query.Query;
import io.offerengine.query.TextSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Criterion;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import io.offerengine.testing.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever a column holds and a condition asks, every way of a clause to find rows agrees with the
 * column, in segments that are small, and so large that their order has cumulative bitmaps.
 */
class ClauseAgreementTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final IntegerField HOT = THINGS.integer("hot").hot().add();
  private static final IntegerField COLD = THINGS.integer("cold").cold().add();
  private static final IntegerField WARM = THINGS.integer("warm").add();
  private static final Collation LOWER =
      Collation.of("lower case", text -> text.toLowerCase(Locale.ROOT));
  private static final TextField NAME = THINGS.text("name").collation(LOWER).add();
  private static final TextListField TAGS = THINGS.texts("tags").collation(LOWER).add();
  private static final IntegerListField FLOORS = THINGS.integers("floors").add();
  private static final Schema SCHEMA = THINGS.build();
  private static final List<Field> TIERS = List.of(HOT, HOT, WARM, COLD);
  private static final int[] SIZES = {1, 63, 64, 65, 300, 4095, 4096, 4097, 9000, 40_011};
  private static final int[] VALUES = {1, 2, 3, 9, 63, 64, 65, 500, 1_000_000};
  private static final int CASES = Seeds.cases(400);
  private static final int CLAUSES = 8;

  private final Random random = new Random();

  @Test
  void everyWay_ofAnyColumnAndSet_findsTheRowsThatTheColumnHas() {
    long seed = Seeds.first();
    random.setSeed(seed);
    for (int i = 0; i < CASES; i++) {
      int rows = SIZES[random.nextInt(SIZES.length)];
      int values = VALUES[random.nextInt(VALUES.length)];
      boolean ordered = random.nextInt(4) == 0;
      boolean someAbsent = random.nextBoolean();
      NumericColumn column = column(rows, values, ordered, someAbsent);
      FieldIndex index = FieldIndex.of(TIERS.get(random.nextInt(TIERS.size())), column, rows);
      Scratch scratch = new Scratch();
      for (int clause = 0; clause < CLAUSES; clause++) {
        NumericSet accepted = set(values);
        String what = "seed=" + seed + " case=" + i + " rows=" + rows + " " + accepted;
        assertAgrees(
            what, index.bind(accepted, scratch), row -> column.matches(row, accepted), rows);
        scratch.reset();
      }
    }
  }

  /** Texts of one key lie beside each other; some are frequent and others rare. */
  @Test
  void everyWay_ofAnyTextsAndSet_findsTheRowsWhoseKeysItAccepts() {
    long seed = Seeds.first();
    random.setSeed(seed);
    for (int i = 0; i < CASES; i++) {
      int rows = SIZES[random.nextInt(SIZES.length - 1)];
      String[] texts = texts();
      GrowingTextColumn column = GrowingTextColumn.ofBuffer(LOWER, rows, texts.length);
      boolean someAbsent = random.nextBoolean();
      for (int row = 0; row < rows; row++) {
        column.set(row, someAbsent && random.nextInt(9) == 0 ? null : any(texts));
      }
      List<GrowingTextColumn> sources = List.of(column);
      FieldIndex index = FieldIndex.of(NAME, DictionaryColumn.merge(sources, all(rows)), rows);
      Scratch scratch = new Scratch();
      for (int clause = 0; clause < CLAUSES; clause++) {
        TextSet accepted = (TextSet) set(NAME, condition(texts));
        String what = "seed=" + seed + " case=" + i + " rows=" + rows + " " + accepted;
        assertAgrees(
            what,
            index.bind(accepted, scratch),
            row -> {
              String key = column.key(row);
              return key == null ? accepted.includesAbsent() : accepted.contains(key);
            },
            rows);
        scratch.reset();
      }
    }
  }

  @Test
  void everyWay_ofAnyListsAndSet_findsTheRowsWhoseListsItAccepts() {
    long seed = Seeds.first();
    random.setSeed(seed);
    for (int i = 0; i < CASES; i++) {
      int rows = SIZES[random.nextInt(SIZES.length - 1)];
      String[] texts = texts();
      boolean isOfTexts = random.nextBoolean();
      Field field = isOfTexts ? TAGS : FLOORS;
      GrowingListColumn column = new GrowingListColumn(field.type(), LOWER, rows);
      boolean someAbsent = random.nextBoolean();
      for (int row = 0; row < rows; row++) {
        Offer.Builder offer = Offer.builder(SCHEMA);
        if (!someAbsent || random.nextInt(9) > 0) {
          int length = random.nextInt(4);
          offer.set(TAGS, Stream.generate(() -> any(texts)).limit(length).toList());
          offer.set(
              FLOORS, LongStream.generate(() -> skewed(texts.length)).limit(length).toArray());
        }
        column.set(row, offer.buildPart(), field);
      }
      List<GrowingListColumn> sources = List.of(column);
      PackedListColumn sealed = PackedListColumn.merge(field.type(), sources, all(rows));
      FieldIndex index = FieldIndex.of(field, sealed, rows);
      Scratch scratch = new Scratch();
      for (int clause = 0; clause < CLAUSES; clause++) {
        ListSet accepted = (ListSet) set(field, isOfTexts ? ofTags(texts) : ofFloors(texts.length));
        String what = "seed=" + seed + " case=" + i + " rows=" + rows + " " + accepted;
        assertAgrees(
            what,
            index.bind(accepted, scratch),
            row -> {
              List<?> list = column.keys(row);
              return list == null ? accepted.includesAbsent() : accepted.contains(list);
            },
            rows);
        scratch.reset();
      }
    }
  }

  private static ValueSet set(Field field, Criterion condition) {
    return Objects.requireNonNull(
        Query.builder(SCHEMA).where(condition).build().valueSets().get(field));
  }

  private Criterion condition(String[] texts) {
    return switch (random.nextInt(7)) {
      case 0 -> NAME.neq(any(texts));
      case 1 -> NAME.in(any(texts), any(texts), "none of them");
      case 2 -> NAME.notIn(any(texts), any(texts), any(texts));
      case 3 -> NAME.startsWith(any(texts).substring(0, 1));
      case 4 -> NAME.contains(any(texts));
      default -> NAME.eq(any(texts));
    };
  }

  private Criterion ofTags(String[] texts) {
    return switch (random.nextInt(7)) {
      case 0 -> TAGS.hasAny(any(texts), any(texts));
      case 1 -> TAGS.hasAll(any(texts), any(texts));
      case 2 -> Query.none(TAGS.hasAny(any(texts), any(texts)));
      case 3 -> Query.none(TAGS.hasAll(any(texts), any(texts)));
      case 4 -> random.nextBoolean() ? TAGS.isAbsent() : TAGS.isPresent();
      default -> TAGS.has(any(texts));
    };
  }

  private Criterion ofFloors(int values) {
    return switch (random.nextInt(7)) {
      case 0 -> FLOORS.hasAny(skewed(values), skewed(values));
      case 1 -> FLOORS.hasAll(skewed(values), skewed(values));
      case 2 -> Query.none(FLOORS.hasAny(skewed(values), skewed(values)));
      case 3 -> Query.none(FLOORS.hasAll(skewed(values), skewed(values)));
      case 4 -> random.nextBoolean() ? FLOORS.isAbsent() : FLOORS.isPresent();
      default -> FLOORS.has(skewed(values));
    };
  }

  /** Returns texts, of which several may have one key. */
  private String[] texts() {
    String[] texts = new String[VALUES[random.nextInt(VALUES.length - 1)]];
    boolean areMany = texts.length > 20;
    Arrays.setAll(
        texts,
        at -> (random.nextBoolean() ? "a" : "A") + "bB".charAt(at % 2) + (areMany ? at : ""));
    return texts;
  }

  private String any(String[] texts) {
    return texts[(int) skewed(texts.length)];
  }

  private static RowMaps all(int rows) {
    int[] each = IntStream.range(0, rows).toArray();
    return new RowMaps(List.of(new RowMap(each, rows, each)), rows);
  }

  private NumericColumn column(int rows, int values, boolean ordered, boolean someAbsent) {
    long[] keys = new long[rows];
    long[] present = new long[Bits.wordCount(rows)];
    boolean hasGreatest = !ordered && random.nextInt(4) == 0;
    boolean areLast = ordered && random.nextBoolean();
    int presentRows = someAbsent ? random.nextInt(rows + 1) : rows;
    for (int row = 0; row < rows; row++) {
      keys[row] = ordered ? (long) row * values / rows : skewed(values);
      keys[row] = hasGreatest && keys[row] == 0 ? Long.MAX_VALUE : keys[row];
      if (areLast ? row < presentRows : !someAbsent || random.nextInt(8) > 0) {
        Bits.set(present, row);
      }
    }
    return Bits.count(present) == 0
        ? PackedColumn.ofIntegers(new long[1], new long[1])
        : PackedColumn.ofIntegers(keys, someAbsent ? present : null);
  }

  /** Returns a number of which the least are frequent, and the greatest are hardly ever. */
  private long skewed(int values) {
    int power = random.nextInt(2000) == 0 ? 1 : 3;
    double most = power == 3 ? 0.7 : 1;
    return (long) (most * values * Math.pow(random.nextDouble(), power));
  }

  private NumericSet set(int values) {
    NumericSet set =
        switch (random.nextInt(6)) {
          case 0 -> NumericSet.of(skewed(values), skewed(values), skewed(values));
          case 1 -> NumericSet.of(skewed(values)).complement();
          case 2 -> NumericSet.of(skewed(values));
          case 3 -> NumericSet.range(skewed(values), Long.MAX_VALUE);
          case 4 -> NumericSet.range(Long.MIN_VALUE, skewed(values));
          default -> NumericSet.range(skewed(values) / 2, skewed(values));
        };
    return random.nextInt(5) == 0 ? set.withAbsent(true) : set;
  }

  private void assertAgrees(String what, Clause clause, IntPredicate accepted, int rows) {
    long[] all = new long[Bits.wordCount(rows)];
    long[] some = new long[all.length];
    for (int row = 0; row < rows; row++) {
      if (accepted.test(row)) {
        Bits.set(all, row);
      }
      assertThat(AcceptedRows.accepts(clause, row)).as(what).isEqualTo(accepted.test(row));
      if (random.nextInt(3) > 0) {
        Bits.set(some, row);
      }
    }
    assertThat(clause.estimate()).as(what).isBetween(Bits.count(all), rows);
    assertRetains(what, clause, some, all);
    assertNarrows(what, clause, some, all);
    assertFilters(what, clause, some, all);
    RowBatches batches = clause.batches();
    if (batches != null) {
      assertThat(clause.estimate()).as(what).isEqualTo(Bits.count(all));
      List<Integer> listed = ListedRows.of(batches);
      assertThat(listed.stream().mapToInt(row -> row).sorted().toArray())
          .as(what)
          .isEqualTo(Bits.list(all, Bits.count(all)));
    }
  }

  private static void assertFilters(String what, Clause clause, long[] some, long[] all) {
    int[] rows = Bits.list(some, Bits.count(some));
    int kept = clause.filter(rows, rows.length);
    long[] expected = intersection(some, all);
    assertThat(Arrays.copyOf(rows, kept))
        .as(what)
        .isEqualTo(Bits.list(expected, Bits.count(expected)));
  }

  private static void assertRetains(String what, Clause clause, long[] some, long[] all) {
    long[] words = some.clone();
    clause.retain(words, words.length);
    assertThat(words).as(what).isEqualTo(intersection(some, all));
  }

  /** Narrows in two runs of words, the later one first. */
  private void assertNarrows(String what, Clause clause, long[] some, long[] all) {
    long[] words = some.clone();
    int middle = random.nextInt(words.length + 1);
    clause.narrow(words, middle, words.length);
    clause.narrow(words, 0, middle);
    long[] expected = intersection(some, all);
    assertThat(intersection(words, expected)).as(what).isEqualTo(expected);
    assertThat(intersection(words, some)).as(what).isEqualTo(words);
    if (clause.isExact()) {
      assertThat(words).as(what).isEqualTo(expected);
    }
  }

  private static long[] intersection(long[] left, long[] right) {
    long[] both = left.clone();
    Bits.and(both, right, 0, both.length);
    return both;
  }
}
