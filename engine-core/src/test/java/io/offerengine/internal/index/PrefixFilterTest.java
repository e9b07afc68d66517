package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.NumericKey;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is kept of the first rows of walks agrees with the permutation and the clauses. */
class PrefixFilterTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final IntegerField RANKED = THINGS.integer("ranked").hot().add();
  private static final NumberField NUMBER = THINGS.number("number").add();
  private static final IntegerField FLAG = THINGS.integer("flag").add();
  private static final int[] SIZES = {300, 2047, 2048, 2049, 6000, 70_000};
  private static final int THREADS = 6;

  /** So many of the {@link #clauses} are told by what is kept. */
  private static final int TOLD = 6;

  private final Random random = new Random();
  private final long seed = Seeds.first();

  @Test
  void of_nothingThatIsKept_isNothing() {
    random.setSeed(seed);
    SortedPermutation sorted = permutation(SIZES[0]);

    assertThat(PrefixFilter.of(sorted, true, List.of())).isNull();
    assertThat(PrefixFilter.of(sorted, true, clauses(SIZES[0]).subList(TOLD, TOLD + 2))).isNull();
  }

  @Test
  void of_moreColumnsThanAreKept_leavesTheLastToBeAsked() {
    random.setSeed(seed);
    int rows = SIZES[1];
    SortedPermutation sorted = permutation(rows);
    List<Clause> clauses = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      clauses.add(ScanClause.of(RANKED, column(rows, rows, 0), NumericSet.range(1, 2), rows));
    }

    PrefixFilter head = PrefixFilter.of(sorted, true, clauses);

    assertThat(head).isNotNull();
    assertThat(head.rangeCount()).isEqualTo(12);
    assertThat(head.rest()).isEqualTo(clauses.subList(12, 20));
  }

  /** What is not kept is asked for row by row: nothing is gathered again and again. */
  @Test
  void of_moreBitmapsThanAreKept_leavesTheLastToBeAsked() {
    random.setSeed(seed);
    int rows = SIZES[1];
    SortedPermutation sorted = permutation(rows);
    List<Clause> clauses = new ArrayList<>();
    for (int i = 0; i < 36; i++) {
      clauses.add(flag(rows).bind(NumericSet.of(1), new Scratch()));
    }

    PrefixFilter head = PrefixFilter.of(sorted, true, clauses);

    assertThat(head).isNotNull();
    assertThat(head.bitmapCount()).isEqualTo(32);
    assertThat(head.rest()).isEqualTo(clauses.subList(32, 36));
  }

  @Test
  void of_aRangeOfFewValuesBehindMoreBitmapsThanAreKept_tellsItByKeys() {
    random.setSeed(seed);
    int rows = SIZES[1];
    SortedPermutation sorted = permutation(rows);
    FieldIndex few = FieldIndex.of(RANKED, column(rows, 9, 0), rows);
    List<Clause> clauses = new ArrayList<>();
    for (int low = 1; low <= 6; low++) {
      clauses.add(few.bind(NumericSet.range(low, Long.MAX_VALUE), new Scratch()));
    }
    PrefixFilter byBits = PrefixFilter.of(sorted, true, clauses);
    for (int i = 0; i < 32; i++) {
      PrefixFilter.of(sorted, true, List.of(flag(rows).bind(NumericSet.of(1), new Scratch())));
    }
    Clause another = few.bind(NumericSet.range(Long.MIN_VALUE, 6), new Scratch());
    PrefixFilter byKeys = PrefixFilter.of(sorted, true, List.of(another));

    assertThat(byBits).isNotNull();
    assertThat(byBits.bitmapCount()).isEqualTo(6);
    assertThat(byBits.rest()).isEmpty();
    assertThat(byKeys).isNotNull();
    assertThat(byKeys.rangeCount()).isEqualTo(1);
    int[] listed = new int[64];
    int size = byKeys.list(0, 64, listed);
    assertThat(Arrays.copyOf(listed, size))
        .as("seed %s", seed)
        .isEqualTo(
            IntStream.range(0, 64)
                .filter(place -> AcceptedRows.accepts(another, row(sorted, true, place)))
                .toArray());
  }

  @Test
  void of_flagsBehindMoreRangesThanAreKept_tellsThemByBits() {
    random.setSeed(seed);
    int rows = SIZES[1];
    SortedPermutation sorted = permutation(rows);
    FieldIndex few = FieldIndex.of(RANKED, column(rows, 30, 0), rows);
    List<Clause> ranges = new ArrayList<>();
    for (int low = 1; low <= 24; low++) {
      ranges.add(few.bind(NumericSet.range(low, Long.MAX_VALUE), new Scratch()));
    }
    PrefixFilter head = PrefixFilter.of(sorted, false, ranges);
    List<Clause> flags = List.of(flag(rows).bind(NumericSet.of(1), new Scratch()));
    PrefixFilter ofFlags = PrefixFilter.of(sorted, false, flags);

    assertThat(head).isNotNull();
    assertThat(head.bitmapCount()).isEqualTo(16);
    assertThat(head.rangeCount()).isEqualTo(8);
    assertThat(ofFlags).isNotNull();
    assertThat(ofFlags.bitmapCount()).isEqualTo(1);
  }

  /** A thread that comes while another one gathers is told less, and nothing that is wrong. */
  @Test
  void of_oneWalkInManyThreadsAtOnce_tellsEachWhatIsTrue() throws Exception {
    random.setSeed(seed);
    int rows = SIZES[SIZES.length - 1];
    List<Clause> clauses = clauses(rows).subList(0, TOLD);
    SortedPermutation sorted = permutation(rows);
    CyclicBarrier start = new CyclicBarrier(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<int[]>> answers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        answers.add(
            threads.submit(() -> {
              start.await();
              return accepted(sorted, clauses, PrefixFilter.of(sorted, false, clauses));
            }));
      }
      int[] expected =
          IntStream.range(0, places(sorted))
              .filter(place ->
                  clauses.stream()
                      .allMatch(each -> AcceptedRows.accepts(each, row(sorted, false, place))))
              .toArray();
      for (Future<int[]> answer : answers) {
        assertThat(answer.get()).as("seed %s", seed).isEqualTo(expected);
      }
      PrefixFilter later = PrefixFilter.of(sorted, false, clauses);
      assertThat(later).isNotNull();
      assertThat(later.rest()).isEmpty();
      assertThat(accepted(sorted, clauses, later)).as("seed %s", seed).isEqualTo(expected);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Returns the first places whose rows a head tells and its other clauses accept. */
  private static int[] accepted(
      SortedPermutation sorted, List<Clause> clauses, @Nullable PrefixFilter head) {
    int[] places = IntStream.range(0, places(sorted)).toArray();
    int size = head == null ? places.length : head.list(0, places.length, places);
    List<Clause> rest = head == null ? clauses : head.rest();
    return Arrays.stream(places, 0, size)
        .filter(place ->
            rest.stream().allMatch(each -> AcceptedRows.accepts(each, row(sorted, false, place))))
        .toArray();
  }

  private static int row(SortedPermutation sorted, boolean descending, int place) {
    return sorted.row(descending ? sorted.presentCount() - 1 - place : place);
  }

  private static int places(SortedPermutation sorted) {
    return Math.min(Math.min(8192, (sorted.rowCount() + 7) / 8), sorted.presentCount());
  }

  /** Sorts rows of which some are tied and some have no value. */
  private SortedPermutation permutation(int rows) {
    NumericColumn column = column(rows, 2 * rows, 0.05);
    SortedPermutation sorted = FieldIndex.of(RANKED, column, rows).permutation();
    assertThat(sorted).isNotNull();
    return sorted;
  }

  /**
   * Returns clauses that are told: of one bitmap, of all rows but those of one, of ranges with and
   * without a lower end, of numbers and integers; and two that are not: of more than a range, and
   * of one that may be absence.
   */
  private List<Clause> clauses(int rows) {
    Scratch scratch = new Scratch();
    NumericSet low = NumericSet.range(Long.MIN_VALUE, rows / 2);
    NumericSet middle = NumericSet.range(rows / 4, rows / 2);
    NumericSet anything = NumericSet.range(NumericColumn.RARE_KEY + 1, Long.MAX_VALUE);
    long half = NumericKey.of(0.5);
    return List.of(
        flag(rows).bind(NumericSet.of(1), scratch),
        ScanClause.of(RANKED, column(rows, rows, 0.05), middle, rows),
        flag(rows).bind(NumericSet.of(0).withAbsent(true), scratch),
        FieldIndex.of(RANKED, column(rows, rows, 0), rows).bind(low, scratch),
        ScanClause.of(NUMBER, numbers(rows), NumericSet.range(Long.MIN_VALUE, half), rows),
        ScanClause.of(RANKED, column(rows, rows, 0.05), anything, rows),
        ScanClause.of(RANKED, column(rows, rows, 0), middle.complement(), rows),
        ScanClause.of(RANKED, column(rows, rows, 0.5), low, rows));
  }

  private FieldIndex flag(int rows) {
    return FieldIndex.of(FLAG, column(rows, 2, 0.05), rows);
  }

  private NumericColumn numbers(int rows) {
    double[] numbers = new double[rows];
    for (int row = 0; row < rows; row++) {
      numbers[row] = random.nextInt(20) == 0 ? Double.NaN : random.nextDouble();
    }
    return PackedColumn.ofNumbers(numbers);
  }

  private NumericColumn column(int rows, int values, double absentShare) {
    long[] keys = new long[rows];
    long[] present = new long[Bits.wordCount(rows)];
    for (int row = 0; row < rows; row++) {
      keys[row] = random.nextInt(values);
      if (random.nextDouble() >= absentShare) {
        Bits.set(present, row);
      }
    }
    return PackedColumn.ofIntegers(keys, absentShare == 0 ? null : present);
  }
}
