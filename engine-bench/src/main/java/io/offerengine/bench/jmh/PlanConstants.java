package io.offerengine.bench.jmh;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.PackedColumn;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of the steps that the planner weighs, in nanoseconds for a word of a bitmap or for a
 * row.
 *
 * <p>The planner's cost weights are compared with these figures (decision 13). Each call uses other
 * columns and bitmaps of a segment of 250,000 rows, as searches do.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar PlanConstants}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PlanConstants {
  private static final int ROWS = 250_000;
  private static final int WORDS = (ROWS + 63) / 64;
  private static final int BATCH = 256;
  private static final int COLUMNS = 12;
  private static final int NEAR_STEP = 7;

  private final long[][] bitmaps = new long[COLUMNS][WORDS];
  private final long[] sparse = new long[WORDS];
  private final long[] words = new long[WORDS];
  private final PackedColumn[] columns = new PackedColumn[COLUMNS];
  private final int[] shuffled = new int[ROWS];
  private final int[] rows = new int[BATCH];
  private final int[] listed = new int[ROWS];
  private final long[] keys = new long[BATCH];
  private int turn;

  /** Makes the bitmaps and columns. */
  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(1);
    for (int column = 0; column < COLUMNS; column++) {
      double[] values = new double[ROWS];
      for (int row = 0; row < ROWS; row++) {
        values[row] = random.nextInt(100_000) / 1000.0;
      }
      columns[column] = PackedColumn.ofNumbers(values);
      for (int word = 0; word < WORDS; word++) {
        bitmaps[column][word] = random.nextLong();
      }
    }
    for (int row = 0; row < ROWS; row++) {
      int other = random.nextInt(row + 1);
      shuffled[row] = shuffled[other];
      shuffled[other] = row;
      if (random.nextInt(1000) == 0) {
        Bits.set(sparse, row);
      }
    }
  }

  private int nextBatch() {
    turn = (turn + 1) % (ROWS / BATCH / NEAR_STEP);
    return turn * BATCH;
  }

  /** {@code WORD}: the words of two bitmaps are intersected. */
  @Benchmark
  @OperationsPerInvocation(WORDS)
  public long[] and() {
    turn = (turn + 1) % COLUMNS;
    Bits.and(words, bitmaps[turn], 0, WORDS);
    return words;
  }

  /** {@code LIST}: the rows of a word are listed; there are few. */
  @Benchmark
  @OperationsPerInvocation(WORDS)
  public int list() {
    int size = 0;
    for (int word = 0; word < WORDS; word++) {
      if (sparse[word] != 0) {
        size = Bits.list(sparse[word], word, listed, size);
      }
    }
    return size;
  }

  /** {@code MASK}: a random row is looked up in a bitmap. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int mask() {
    System.arraycopy(shuffled, nextBatch(), rows, 0, BATCH);
    return Bits.keep(bitmaps[turn % COLUMNS], false, rows, BATCH);
  }

  /** {@code NEAR}: a column is read at some rows, in storage order. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long[] near() {
    int from = nextBatch() * NEAR_STEP;
    for (int i = 0; i < BATCH; i++) {
      rows[i] = from + i * NEAR_STEP;
    }
    columns[turn % COLUMNS].keysOr(rows, BATCH, 0, keys);
    return keys;
  }

  /** {@code FAR}: a column is read at random rows. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long[] far() {
    System.arraycopy(shuffled, nextBatch(), rows, 0, BATCH);
    columns[turn % COLUMNS].keysOr(rows, BATCH, 0, keys);
    return keys;
  }
}
