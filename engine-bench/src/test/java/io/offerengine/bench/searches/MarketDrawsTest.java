package io.offerengine.bench.searches;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the drawn searches match, in a market of the real one's size. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MarketDrawsTest {
  private static final int OFFERS = 20_000;
  private static final long SEED = 1;

  private final MarketTable table =
      MarketTable.of(new OfferGenerator(SEED, OFFERS), MarketSchema.GENERIC);
  private final MarketDraws draws = new MarketDraws(table, SEED, List.of(SearchClass.values()));
  private final MarketDraws again = new MarketDraws(table, SEED, List.of(SearchClass.values()));

  /** Eight of a million are none of 20,000: there Q4 matches the rarest that there is, one. */
  @ParameterizedTest
  @CsvSource({
    "Q1,  0.22,   0.28",
    "Q2,  0.0028, 0.0042",
    "Q3,  0.035,  0.045",
    "Q4,  5e-5,   5e-5",
    "Q5,  1,      1",
    "Q6,  0.22,   0.28",
    "Q7,  0.009,  0.011",
    "Q8,  0,      0",
    "Q9,  0.22,   0.28",
    "Q10, 0.035,  0.045",
    "MIX, 0.0028, 0.0042"
  })
  void searches_ofClass_matchTheirShareAtTheMedian(SearchClass kind, double least, double most) {
    assertThat(medianMatches(kind) / OFFERS).isBetween(least, most);
  }

  @Test
  void searches_ofEmptyClass_haveTwoConditionsThatAreBroadAlone() {
    for (DrawnSearch search : draws.searches(SearchClass.Q8)) {
      assertThat(search.conditions()).hasSize(2);
      for (Comparison condition : search.conditions()) {
        DrawnSearch alone = DrawnSearch.of(List.of(condition), search.order(), 1);
        assertThat(new RowSelection(table, alone).count()).isGreaterThanOrEqualTo(OFFERS / 10 - 1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SearchClass.class)
  void searches_ofSeed_areAlwaysTheSameTwoHundred(SearchClass kind) {
    List<DrawnSearch> searches = draws.searches(kind);

    boolean isSaved = kind.group() == SearchClass.Group.SAVED;
    assertThat(searches).hasSize(isSaved ? 0 : MarketDraws.COUNT);
    assertThat(again.searches(kind)).isEqualTo(searches);
  }

  @ParameterizedTest
  @EnumSource(
      value = SearchClass.class,
      names = {"Q2", "Q3", "Q4", "Q5", "Q7", "Q8", "PREFIX", "CONTAINS", "ID", "Q2_CONTAINS"})
  void searches_ofClassWithValues_differ(SearchClass kind) {
    assertThat(new HashSet<>(draws.searches(kind))).hasSizeGreaterThan(100);
  }

  @Test
  void searches_ofVariants_differFromTheirBaseInThatAlone() {
    DrawnSearch base = draws.searches(SearchClass.Q2).get(3);

    assertThat(draws.searches(SearchClass.Q2_BID).get(3)).isEqualTo(base.bidding());
    assertThat(draws.searches(SearchClass.Q2_FOLDED).get(3)).isEqualTo(base.folding());
    assertThat(draws.searches(SearchClass.Q2_STORAGE))
        .extracting(search -> search.prices().storage())
        .containsOnly(5.0, 8.0, 10.0, 50.0, 200.0);
    assertThat(EnginePeer.query(draws.searches(SearchClass.Q2_STORAGE).get(3)).toString())
        .contains("allocated_storage");
  }

  @Test
  void updates_ofMarket_areTakenBackByRestorations() {
    MarketTable changed = table.copy();
    draws.updates().forEach(changed::change);

    assertThat(changed.numbers(Column.DPH_TOTAL)).isNotEqualTo(table.numbers(Column.DPH_TOTAL));

    draws.restorations().forEach(changed::change);

    assertThat(changed.numbers(Column.DPH_TOTAL)).isEqualTo(table.numbers(Column.DPH_TOTAL));
    assertThat(changed.flags(Column.RENTED)).isEqualTo(table.flags(Column.RENTED));
  }

  private double medianMatches(SearchClass kind) {
    int[] counts =
        draws.searches(kind).stream()
            .mapToInt(search -> new RowSelection(table, search).count())
            .sorted()
            .toArray();
    assertThat(counts).hasSize(MarketDraws.COUNT);
    return Arrays.stream(counts).skip(counts.length / 2).findFirst().orElseThrow();
  }
}
