package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rows of each key, and how many keys are read to find them. */
final class KeyChainsTest {
  private static final int ROWS = 10_000;

  /** Keys of folds: one behind the other, far apart, of high bits alone, or at random. */
  private static final List<LongUnaryOperator> KEYS =
      List.of(
          number -> number,
          number -> -3 * number,
          number -> number << 20,
          number -> number << 48,
          number -> new Random(number).nextLong());

  /** Each key has two rows on average. A list has as many, so that a key shares it with another. */
  private static final int MOST_READS = 8;

  /** A column of given keys that counts how often one is read. */
  private static final class Counted extends NumericColumn {
    private final @Nullable Long[] keys;
    private long reads;

    Counted(@Nullable Long[] keys) {
      this.keys = keys;
    }

    @Override
    public boolean isPresent(int row) {
      return keys[row] != null;
    }

    @Override
    public long key(int row) {
      reads++;
      return Objects.requireNonNull(keys[row]);
    }

    @Override
    public double number(int row) {
      return key(row);
    }
  }

  @Test
  void lists_ofAnyKeys_haveTheRowsOfEachAndFewOthers() {
    Random random = new Random(3);
    for (int kind = 0; kind < KEYS.size(); kind++) {
      @Nullable Long[] keys = new Long[ROWS];
      for (int row = 0; row < ROWS; row++) {
        boolean isPresent = random.nextInt(9) > 0;
        keys[row] = isPresent ? KEYS.get(kind).applyAsLong(random.nextInt(ROWS / 2)) : null;
      }
      Counted column = new Counted(keys);
      KeyChains chains = new KeyChains(column, ROWS);
      int cut = random.nextInt(ROWS);
      chains.add(0, cut);
      chains.add(cut, ROWS);
      for (int rowCount : new int[] {0, 1, cut, ROWS}) {
        Map<Long, List<Integer>> rows = latestFirst(keys, rowCount);
        column.reads = 0;
        for (long key : latestFirst(keys, ROWS).keySet()) {
          assertThat(rows(chains, key, rowCount))
              .as("key %s among %s rows", key, rowCount)
              .isEqualTo(rows.getOrDefault(key, List.of()));
        }
        assertThat(column.reads).as("reads of kind %s", kind).isLessThan(MOST_READS * ROWS / 2);
      }
    }
  }

  private static Map<Long, List<Integer>> latestFirst(@Nullable Long[] keys, int rowCount) {
    Map<Long, List<Integer>> rows = new HashMap<>();
    for (int row = rowCount - 1; row >= 0; row--) {
      if (keys[row] != null) {
        rows.computeIfAbsent(keys[row], key -> new ArrayList<>()).add(row);
      }
    }
    return rows;
  }

  private static List<Integer> rows(KeyChains chains, long key, int rowCount) {
    List<Integer> rows = new ArrayList<>();
    for (int row = chains.latest(key, rowCount);
        row != KeyChains.NONE;
        row = chains.earlier(key, row)) {
      rows.add(row);
    }
    return rows;
  }
}
