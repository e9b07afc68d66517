package io.offerengine.bench.searches;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.Match;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.json.SearchCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Searches as requests against the same searches as queries. */
class SearchBodyTest {
  private static final OfferGenerator MARKET = new OfferGenerator(1, 2_000);
  private static final List<SearchClass> KINDS =
      Arrays.stream(SearchClass.values())
          .filter(kind -> kind.group() != SearchClass.Group.TEXTS)
          .toList();
  private static final MarketDraws DRAWS = new MarketDraws(MarketTable.of(MARKET), 1, KINDS);

  @Test
  void body_ofEverySearch_findsWhatItsQueryFinds() {
    SearchCodec codec = new SearchCodec(MarketplaceSchema.schema());
    try (OfferEngine engine = EnginePeer.load(MARKET, MarketSchema.MARKET)) {
      Snapshot snapshot = engine.snapshot();
      int found = 0;
      for (SearchClass kind : KINDS) {
        for (DrawnSearch search : DRAWS.searches(kind)) {
          if (search.answer() == DrawnSearch.Answer.OFFERS) {
            byte[] body = SearchBody.of(search);
            List<Long> ids = ids(snapshot, EnginePeer.query(search));
            assertThat(ids(snapshot, codec.readRequest(body).query()))
                .as(new String(body, UTF_8))
                .isEqualTo(ids);
            found += ids.size();
          }
        }
      }
      assertThat(found).isPositive();
    }
  }

  private static List<Long> ids(Snapshot snapshot, Query query) {
    return snapshot.search(query).toList(Match::id);
  }

  @Test
  void body_ofACountOrAllMatches_isRefused() {
    for (SearchClass kind : List.of(SearchClass.Q10, SearchClass.Q3_ALL)) {
      DrawnSearch search = DRAWS.searches(kind).get(0);
      assertThatThrownBy(() -> SearchBody.of(search)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
