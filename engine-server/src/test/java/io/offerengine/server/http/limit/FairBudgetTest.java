package io.offerengine.server.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Budgets that clients share: a client may hold three times what stays free. */
class FairBudgetTest {
  private static Client client(int number) {
    return Client.ofUser(number);
  }

  /** Compares with sums over all shares. */
  @Test
  void take_inRandomOrder_followsTheRule() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int capacity = 1 + random.nextInt(100);
      FairBudget budget = FairBudget.ofBytes(capacity);
      List<FairBudget.Share> shares = new ArrayList<>();
      long[][] units = new long[5][4];
      for (int i = 0; i < 20; i++) {
        shares.add(budget.shareOf(client(i / 4)));
      }
      for (int step = 0; step < 200; step++) {
        int share = random.nextInt(20);
        if (random.nextInt(3) == 0) {
          shares.get(share).giveBack();
          units[share / 4][share % 4] = 0;
        } else {
          long more = 1L + random.nextInt(1 + random.nextInt(30));
          boolean fits = fits(units, share / 4, more, capacity);
          assertThat(shares.get(share).take(more))
              .as("seed=%d round=%d step=%d", seed, round, step)
              .isEqualTo(fits);
          units[share / 4][share % 4] += fits ? more : 0;
        }
        assertThat(budget.used()).isEqualTo(sum(units));
      }
    }
  }

  private static boolean fits(long[][] units, int client, long more, int capacity) {
    long used = sum(units);
    long held = sum(new long[][] {units[client]});
    long left = capacity - used - more;
    if (used == 0) {
      return true;
    }
    return left >= 0 && (held == 0 || held + more <= 3 * left);
  }

  private static long sum(long[][] units) {
    long sum = 0;
    for (long[] row : units) {
      for (long each : row) {
        sum += each;
      }
    }
    return sum;
  }
}
