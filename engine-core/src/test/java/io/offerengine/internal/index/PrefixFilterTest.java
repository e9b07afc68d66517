package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.NumericKey;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Seeds;
import io.offerengine.testing.Together;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is kept of the first rows of walks: it is true, kept once, and takes the memory it says. */
class PrefixFilterTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final IntegerField RANKED = THINGS.integer("ranked").hot().add();
  private static final NumberField NUMBER = THINGS.number("number").add();
  private static final IntegerField FLAG = THINGS.integer("flag").add();
  private static final int ROWS = 8000;

  /** An eighth of the rows. */
  private static final int PREFIX = 1000;

  private static final int MANY_ROWS = 70_000;
  private static final int THREADS = 6;

  /** So many of the {@link #clauses} are told by what is kept. */
  private static final int TOLD = 6;

  private final long seed = Seeds.first();
  private final Random random = new Random(seed);
  private final SortedPermutation sorted = permutation(ROWS);

  private static PrefixFilter filter(
      SortedPermutation sorted, boolean descending, List<Clause> clauses) {
    return Objects.requireNonNull(PrefixFilter.of(sorted, descending, clauses));
  }

  private static List<Clause> times(int count, IntFunction<Clause> clause) {
    return IntStream.range(0, count).mapToObj(clause).toList();
  }

  @Test
  void of_nothingThatIsKept_isNothing() {
    assertThat(PrefixFilter.of(sorted, true, List.of())).isNull();
    assertThat(PrefixFilter.of(sorted, true, clauses(ROWS).subList(TOLD, TOLD + 2))).isNull();
  }

  @Test
  void of_severalClauses_tellsWhatItReadsAndWhatRemains() {
    Clause text = new ConstantClause(FLAG, true, ROWS);
    Clause other = new ConstantClause(FLAG, false, ROWS);
    Clause fourth = flag(row -> row % 4 == 0 ? 1 : 0);
    PrefixFilter filter = filter(sorted, false, List.of(fourth, text, range(), other));

    assertThat(filter.positions()).isEqualTo(PREFIX);
    assertThat(filter.bitmapCount()).isEqualTo(1);
    assertThat(filter.rangeCount()).isEqualTo(1);
    assertThat(filter.rest()).containsExactly(text, other);
    assertThat(filter.checksPerPosition()).isEqualTo(2 * 0.25);
  }

  /** What is not kept is asked for row by row: nothing is gathered again and again. */
  @Test
  void of_moreThanIsKept_leavesTheLastToBeAsked() {
    List<Clause> ranges = times(20, i -> range());
    PrefixFilter ofRanges = filter(sorted, true, ranges);
    assertThat(ofRanges.rangeCount()).isEqualTo(12);
    assertThat(ofRanges.rest()).isEqualTo(ranges.subList(12, 20));

    List<Clause> flags = times(36, i -> flag());
    PrefixFilter ofFlags = filter(sorted, true, flags);
    assertThat(ofFlags.bitmapCount()).isEqualTo(32);
    assertThat(ofFlags.rest()).isEqualTo(flags.subList(32, 36));
  }

  @Test
  void of_aRangeOfFewValuesBehindMoreBitmapsThanAreKept_tellsItByKeys() {
    FieldIndex few = FieldIndex.of(RANKED, column(ROWS, 9, 0), ROWS);
    PrefixFilter byBits = filter(sorted, true, times(6, i -> atLeast(few, 1 + i)));
    for (Clause flag : times(32, i -> flag())) {
      PrefixFilter.of(sorted, true, List.of(flag));
    }
    Clause another = few.bind(NumericSet.range(Long.MIN_VALUE, 6), new Scratch());
    PrefixFilter byKeys = filter(sorted, true, List.of(another));

    assertThat(byBits.bitmapCount()).isEqualTo(6);
    assertThat(byBits.rest()).isEmpty();
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
    FieldIndex few = FieldIndex.of(RANKED, column(ROWS, 30, 0), ROWS);
    PrefixFilter head = filter(sorted, false, times(24, i -> atLeast(few, 1 + i)));
    assertThat(head.bitmapCount()).isEqualTo(16);
    assertThat(head.rangeCount()).isEqualTo(8);
    assertThat(filter(sorted, false, List.of(flag())).bitmapCount()).isEqualTo(1);
  }

  /** A thread that comes while another one gathers is told less, and nothing that is wrong. */
  @Test
  void of_oneWalkInManyThreadsAtOnce_tellsEachWhatIsTrue() throws Exception {
    List<Clause> clauses = clauses(MANY_ROWS).subList(0, TOLD);
    SortedPermutation many = permutation(MANY_ROWS);
    List<int[]> answers =
        Together.call(
            THREADS, THREADS, i -> accepted(many, clauses, PrefixFilter.of(many, false, clauses)));
    int[] expected = accepted(many, clauses, null);
    assertThat(answers)
        .as("seed %s", seed)
        .allSatisfy(each -> assertThat(each).isEqualTo(expected));
    PrefixFilter later = filter(many, false, clauses);
    assertThat(later.rest()).isEmpty();
    assertThat(accepted(many, clauses, later)).as("seed %s", seed).isEqualTo(expected);
  }

  /** Returns the first places whose rows a head tells and its other clauses accept. */
  private static int[] accepted(
      SortedPermutation sorted, List<Clause> clauses, @Nullable PrefixFilter head) {
    int[] places = IntStream.range(0, sorted.prefixCache().positions()).toArray();
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

  /** Whatever is asked for twice is kept once, for each end of the order. */
  @Test
  void bytes_ofKeysBitmapsAndColumns_countEachOnce() {
    long keys = Footprint.array(PREFIX, Long.BYTES);
    long before = bytes(sorted);
    sorted.prefixCache().keys(false);
    assertThat(bytes(sorted) - before).isEqualTo(keys);
    sorted.prefixCache().keys(false);
    assertThat(sorted.prefixCache().keys(true))
        .hasSize(PREFIX)
        .isSameAs(sorted.prefixCache().keys(true));
    assertThat(bytes(sorted) - before).isEqualTo(2 * keys);

    assertKeptOnce(flag(), flag(), flag(), Footprint.array(Bits.wordCount(PREFIX), Long.BYTES));
    assertKeptOnce(range(), range(), range(), keys);
  }

  private void assertKeptOnce(Clause first, Clause second, Clause third, long values) {
    long each = Footprint.object(2 * Footprint.REFERENCE + 2) + values;
    long before = bytes(sorted, first, second, third);
    filter(sorted, false, List.of(first));
    filter(sorted, false, List.of(first));
    assertThat(bytes(sorted, first, second, third) - before)
        .isEqualTo(each + Footprint.array(1, Footprint.REFERENCE));
    filter(sorted, true, List.of(first, second, third));
    assertThat(bytes(sorted, first, second, third) - before)
        .isEqualTo(4 * each + Footprint.array(4, Footprint.REFERENCE));
  }

  /** Returns the memory of an order without its column and what clauses hold. */
  private static long bytes(SortedPermutation sorted, Clause... clauses) {
    Footprint footprint = new Footprint();
    footprint.of(sorted.column());
    footprint.of(clauses);
    return footprint.of(sorted);
  }

  /** A range of the order's own column is told by its own keys. */
  @Test
  void bytes_ofARangeOfTheSameColumn_countItsKeysOnly() {
    FieldIndex index = FieldIndex.of(RANKED, column(ROWS, 2 * ROWS, 0.05), ROWS);
    SortedPermutation own = Objects.requireNonNull(index.permutation());
    long before = bytes(own);
    Clause range = index.bind(NumericSet.range(10, 300), new Scratch());
    PrefixFilter filter = filter(own, false, List.of(range));

    assertThat(bytes(own) - before).isEqualTo(Footprint.array(PREFIX, Long.BYTES));
    assertThat(filter.list(0, PREFIX, new int[PREFIX])).isEqualTo(range.estimate());
  }

  /** Fewer rows than an eighth have a value: the prefix ends with them. */
  @Test
  void firstKeys_ofFewPresentRows_endWithThem() {
    long[] keys = IntStream.range(0, ROWS).mapToLong(row -> (row * 31L) % 4001).toArray();
    int[] present = IntStream.range(0, 500).map(row -> 16 * row + 5).toArray();
    FieldIndex sparse =
        FieldIndex.of(RANKED, PackedColumn.ofIntegers(keys, Bits.of(present, ROWS)), ROWS);

    assertThat(Objects.requireNonNull(sparse.permutation()).prefixCache().keys(true)).hasSize(500);
  }

  /** Sorts rows of which some are tied and some have no value. */
  private SortedPermutation permutation(int rows) {
    FieldIndex index = FieldIndex.of(RANKED, column(rows, 2 * rows, 0.05), rows);
    return Objects.requireNonNull(index.permutation());
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
    FieldIndex flags = FieldIndex.of(FLAG, column(rows, 2, 0.05), rows);
    return List.of(
        flags.bind(NumericSet.of(1), scratch),
        ScanClause.of(RANKED, column(rows, rows, 0.05), middle, rows),
        flags.bind(NumericSet.of(0).withAbsent(true), scratch),
        FieldIndex.of(RANKED, column(rows, rows, 0), rows).bind(low, scratch),
        ScanClause.of(NUMBER, numbers(rows), NumericSet.range(Long.MIN_VALUE, half), rows),
        ScanClause.of(RANKED, column(rows, rows, 0.05), anything, rows),
        ScanClause.of(RANKED, column(rows, rows, 0), middle.complement(), rows),
        ScanClause.of(RANKED, column(rows, rows, 0.5), low, rows));
  }

  /** Returns a range of a column of its own. */
  private Clause range() {
    return ScanClause.of(RANKED, column(ROWS, ROWS, 0), NumericSet.range(1, 2), ROWS);
  }

  private static Clause atLeast(FieldIndex index, long low) {
    return index.bind(NumericSet.range(low, Long.MAX_VALUE), new Scratch());
  }

  /** Returns a clause of a bitmap of its own. */
  private Clause flag() {
    return flag(row -> random.nextInt(2));
  }

  private static Clause flag(IntToLongFunction values) {
    long[] keys = IntStream.range(0, ROWS).mapToLong(values).toArray();
    return FieldIndex.of(FLAG, PackedColumn.ofIntegers(keys, null), ROWS)
        .bind(NumericSet.of(1), new Scratch());
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
