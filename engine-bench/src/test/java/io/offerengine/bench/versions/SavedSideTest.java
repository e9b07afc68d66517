package io.offerengine.bench.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.SearchFinder;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SavedChanges;
import io.offerengine.bench.searches.SavedMix;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.query.Query;
import io.offerengine.schema.ChangedOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every way finds the same saved searches, for changes of every class. */
class SavedSideTest {
  private static final long SEED = 1;
  private static final int SEARCHES = 3_000;
  private static final int STEP = 20;

  @Test
  void run_ofChanges_findsTheSameInEveryWay() throws Exception {
    OfferGenerator market = new OfferGenerator(SEED, 600);
    SavedMix mix = new SavedMix(MarketTable.of(market), SEED);
    List<Query> kept = new ArrayList<>();
    SavedSide.Built built = SavedSide.build(mix, SEARCHES, kept::add);
    Map<SearchClass, List<ChangedOffer>> changes = SavedChanges.draw(market, SEED);
    SavedSide engine = SavedSide.of(built.searches(), changes, mix);
    List<SavedSide> ways =
        List.of(
            SavedSide.of(SearchFinder.loop(kept), changes),
            SavedSide.of(SearchFinder.counting(kept), changes));

    for (SearchClass kind : changes.keySet()) {
      long found = 0;
      int draws = engine.turnTo(kind.name());
      assertThat(draws).as("draws of %s", kind).isEqualTo(SavedChanges.COUNT);
      for (int draw = 0; draw < draws; draw += STEP) {
        engine.run(draw);
        found += engine.found().length;
        for (SavedSide way : ways) {
          way.turnTo(kind.name());
          way.run(draw);
          assertThat(way.found()).as("draw %s of %s", draw, kind).isEqualTo(engine.found());
        }
      }
      assertThat(found > 0).as("finds of %s", kind).isEqualTo(kind != SearchClass.SAVED_WORSE);
    }
  }

  @Test
  void run_ofEdits_leavesTheSearchesAsTheyWere() throws Exception {
    OfferGenerator market = new OfferGenerator(SEED, 600);
    SavedMix mix = new SavedMix(MarketTable.of(market), SEED);
    SavedSide.Built built = SavedSide.build(mix, SEARCHES, query -> {});
    SavedSide engine = SavedSide.of(built.searches(), SavedChanges.draw(market, SEED), mix);

    for (String kind : List.of("SAVED_ADD", "SAVED_REMOVE")) {
      int draws = engine.turnTo(kind);
      assertThat(draws).isEqualTo(SavedChanges.COUNT);
      for (int draw = 0; draw < draws; draw++) {
        engine.run(draw);
      }
      assertThat(built.searches().size()).isEqualTo(SEARCHES);
    }
  }
}
