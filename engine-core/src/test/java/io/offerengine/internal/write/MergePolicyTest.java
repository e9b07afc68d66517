package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a stream of updates comes to, each of which kills a row and appends one. */
class MergePolicyTest {
  private static final int MAX_ROWS = 262_144;
  private static final int CHANGES_PER_OFFER = 10;

  /** Which segment holds each offer; sizes are all that a policy looks at. */
  private static final class Market {
    private final MergePolicy policy;
    private final int tailRows;
    private final Held[] holders;
    private final List<Held> earlier = new ArrayList<>();
    private Held tail = new Held();
    private long copied;

    private static final class Held {
      private int rows;
      private int live;
    }

    Market(int offers, int tailRows) {
      this.policy = new MergePolicy(tailRows, MAX_ROWS);
      this.tailRows = tailRows;
      this.holders = new Held[offers];
      Held loaded = new Held();
      loaded.rows = offers;
      loaded.live = offers;
      earlier.add(loaded);
      Arrays.fill(holders, loaded);
    }

    void update(int offer) {
      if (tail.rows == tailRows) {
        earlier.add(tail);
        tail = new Held();
      }
      Held old = holders[offer];
      old.live--;
      if (old.live == 0) {
        earlier.remove(old);
      }
      tail.rows++;
      tail.live++;
      holders[offer] = tail;
      merge();
    }

    private void merge() {
      for (List<Integer> due = due(); !due.isEmpty(); due = due()) {
        Held merged = new Held();
        List<Held> sources = due.stream().map(earlier::get).toList();
        for (int offer = 0; offer < holders.length; offer++) {
          holders[offer] = sources.contains(holders[offer]) ? merged : holders[offer];
        }
        sources.forEach(source -> merged.live += source.live);
        merged.rows = merged.live;
        copied += merged.live;
        earlier.removeAll(sources);
        earlier.add(merged);
      }
    }

    private List<Integer> due() {
      return policy.choose(
          earlier.stream().map(held -> new MergePolicy.Size(held.rows, held.live)).toList());
    }

    int rows() {
      return earlier.stream().mapToInt(held -> held.rows).sum();
    }

    int deadRows() {
      return earlier.stream().mapToInt(held -> held.rows - held.live).sum();
    }
  }

  /**
   * @param hot how many of the offers are ever updated
   */
  @ParameterizedTest
  @CsvSource({
    "20000, 312, 200, 4, 1",
    "20000, 312, 2000, 8, 6",
    "20000, 312, 20000, 10, 20",
    "1000, 256, 1000, 4, 6",
    "4000, 64, 4000, 13, 22"
  })
  void choose_afterManyUpdates_keepsFewDeadRowsFewSegmentsAndCopiesLittle(
      int offers, int tailRows, int hot, int maxSegments, int maxCopies) {
    Market market = new Market(offers, tailRows);
    Random random = new Random(offers);
    int most = 0;
    int changes = CHANGES_PER_OFFER * offers;
    for (int change = 0; change < changes; change++) {
      market.update(random.nextInt(hot));
      most = Math.max(most, market.earlier.size());

      assertThat(market.deadRows())
          .as("dead rows after change %s", change)
          .isLessThanOrEqualTo(Math.max(tailRows, market.rows() / 12));
    }
    assertThat(most).as("most segments").isLessThanOrEqualTo(maxSegments);
    assertThat((double) market.copied / changes)
        .as("rows copied per update")
        .isLessThanOrEqualTo(maxCopies);
  }

  private static MergePolicy.Size live(int rows) {
    return new MergePolicy.Size(rows, rows);
  }

  @Test
  void choose_ofManyOfAClass_takesUpThoseNoMoreThanTwiceWhatIsMerged() {
    MergePolicy policy = new MergePolicy(256, MAX_ROWS);
    List<MergePolicy.Size> sizes =
        List.of(live(90_000), live(2000), live(6500), live(256), live(256), live(256), live(256));
    // 1,024 rows take up 2,000, and these 3,024 not 6,500.
    assertThat(policy.choose(sizes)).containsExactlyInAnyOrder(3, 4, 5, 6, 1);
  }

  @Test
  void choose_ofManyOfAClass_takesUpNoMoreThanASegmentHolds() {
    MergePolicy policy = new MergePolicy(256, 2000);
    List<MergePolicy.Size> sizes = List.of(live(980), live(256), live(256), live(256), live(256));
    assertThat(policy.choose(sizes)).containsExactlyInAnyOrder(1, 2, 3, 4);
  }

  /** If the number of offers has grown, segments that were full are small ones of one class. */
  @Test
  void choose_ofManySegmentsThatWereFull_takesUpAsManyAsFitIntoOneButFour() {
    List<MergePolicy.Size> sizes = Collections.nCopies(16, live(MAX_ROWS));
    assertThat(new MergePolicy(2048, 2_000_000).choose(sizes)).hasSize(7);
    assertThat(new MergePolicy(2048, 600_000).choose(sizes)).hasSize(4);
  }
}
