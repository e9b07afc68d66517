package io.offerengine.bench.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketSchema;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.bench.searches.SearchClass.Group;
import io.offerengine.schema.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every peer answers draws of every class as the engine does, with both schemas, before updates and
 * after.
 *
 * <p>{@code -Ddraws=200} asks all draws instead of every fourth one; a comparison does so, too.
 */
class SearchSideTest {
  private static final int OFFERS = 600;
  private static final long SEED = 3;
  private static final int STEP = MarketDraws.COUNT / Integer.getInteger("draws", 50);

  /** Not a divisor of ten: one in ten updates with a condition is refused. */
  private static final int UPDATES_STEP = 3;

  /** A database answers facets by sixteen statements. */
  private static final int FACETS_STEP = 20;

  private static final OfferGenerator MARKET = new OfferGenerator(SEED, OFFERS);
  private static final Map<MarketSchema, MarketTable> TABLES = new EnumMap<>(MarketSchema.class);
  private static final Map<MarketSchema, MarketDraws> DRAWS = new EnumMap<>(MarketSchema.class);

  static {
    for (MarketSchema schema : MarketSchema.values()) {
      MarketTable table = MarketTable.of(MARKET, schema);
      TABLES.put(schema, table);
      DRAWS.put(schema, new MarketDraws(table, SEED, kinds(schema)));
    }
  }

  private static List<SearchClass> kinds(MarketSchema schema) {
    List<SearchClass> kinds = new ArrayList<>(List.of(SearchClass.values()));
    kinds.removeIf(kind -> kind.group() == Group.TEXTS && !schema.hasTitles());
    return kinds;
  }

  private static Peer peer(PeerKind kind, MarketSchema schema) throws Exception {
    return kind.load(MARKET, TABLES.get(schema));
  }

  @ParameterizedTest
  @EnumSource(PeerKind.class)
  void run_ofDraws_findsWhatTheEngineFinds(PeerKind kind) throws Exception {
    int classes = compare(kind, MarketSchema.MARKET, kinds(MarketSchema.MARKET));

    assertThat(classes).isGreaterThanOrEqualTo(13);
  }

  /** The schema is the engine's alone: one peer is enough for the classes of both schemas. */
  @ParameterizedTest
  @EnumSource(PeerKind.class)
  void run_ofDrawsWithTitles_findsWhatTheEngineFinds(PeerKind kind) throws Exception {
    boolean isOracle = kind == PeerKind.LOOP;
    List<SearchClass> kinds = isOracle ? kinds(MarketSchema.GENERIC) : SearchClass.of(Group.TEXTS);
    int classes = compare(kind, MarketSchema.GENERIC, kinds);

    assertThat(classes).isGreaterThanOrEqualTo(kind == PeerKind.CQENGINE ? 0 : 7);
  }

  /** Returns how many classes the peer can run. */
  private static int compare(PeerKind kind, MarketSchema schema, List<SearchClass> kinds)
      throws Exception {
    int classes = 0;
    try (Peer peer = peer(kind, schema);
        Peer engine = peer(PeerKind.ENGINE, schema)) {
      SearchSide first = new SearchSide(engine, DRAWS.get(schema));
      SearchSide second = new SearchSide(peer, DRAWS.get(schema));
      for (SearchClass searches : kinds) {
        int draws = second.turnTo(searches.name());
        first.turnTo(searches.name());
        classes += draws > 0 ? 1 : 0;
        int step = searches.group() == Group.FACETS ? FACETS_STEP : STEP;
        for (int draw = 0; draw < draws; draw += step) {
          first.run(draw);
          second.run(draw);
          assertThat(second.found()).as("draw %s of %s", draw, searches).isEqualTo(first.found());
        }
      }
    }
    return classes;
  }

  /** Searches by price see the updates, and turning to another class undoes them. */
  @ParameterizedTest
  @EnumSource(PeerKind.class)
  void turnTo_anotherClass_undoesUpdates(PeerKind kind) throws Exception {
    MarketDraws draws = DRAWS.get(MarketSchema.MARKET);
    try (Peer peer = peer(kind, MarketSchema.MARKET)) {
      SearchSide side = new SearchSide(peer, draws);
      long[][] before = found(peer, draws);
      for (String updates : List.of("U1", "U2")) {
        int count = side.turnTo(updates);
        for (int draw = 0; draw < count; draw += UPDATES_STEP) {
          side.run(draw);
        }
        long[][] after = found(peer, draws);
        side.turnTo("Q1");

        assertThat(Arrays.deepEquals(after, before)).as(updates).isFalse();
        assertThat(found(peer, draws)).as(updates).isDeepEqualTo(before);
      }
    }
  }

  private static long[][] found(Peer peer, MarketDraws draws) throws Exception {
    List<DrawnSearch> searches = draws.searches(SearchClass.Q2);
    long[][] found = new long[searches.size() / STEP][];
    for (int i = 0; i < found.length; i++) {
      found[i] = peer.prepare(searches.get(i * STEP)).run();
    }
    return found;
  }

  @Test
  void turnTo_classThatThePeerCannotAnswer_hasNoDraws() throws Exception {
    try (Peer peer = peer(PeerKind.LUCENE_BY_PRICE, MarketSchema.MARKET)) {
      SearchSide side = new SearchSide(peer, DRAWS.get(MarketSchema.MARKET));

      assertThat(side.turnTo("Q2_FOLDED")).isZero();
      assertThat(side.turnTo("SAVED_OFFER")).isZero();
      assertThat(side.turnTo("Q2")).isEqualTo(MarketDraws.COUNT);
    }
  }

  @Test
  void run_ofFacetsWithAPatternByTheLoop_isRefused() throws Exception {
    Comparison pattern = Comparison.title(Operator.STARTS_WITH, "rtx");
    DrawnSearch facets =
        DrawnSearch.of(List.of(pattern), List.of(), 1).answering(DrawnSearch.Answer.FACETS);
    try (Peer loop = peer(PeerKind.LOOP, MarketSchema.GENERIC)) {
      Peer.PreparedSearch search = loop.prepare(facets);

      assertThatThrownBy(search::run)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("patterns");
    }
  }

  @Test
  void turnTo_relatedClass_runsThatOne() throws Exception {
    try (Peer engine = peer(PeerKind.ENGINE, MarketSchema.MARKET)) {
      SearchSide plain = new SearchSide(engine, DRAWS.get(MarketSchema.MARKET), SearchClass::base);
      SearchSide folded = new SearchSide(engine, DRAWS.get(MarketSchema.MARKET));
      plain.turnTo("Q9_FOLDED");
      folded.turnTo("Q9_FOLDED");
      plain.run(0);
      folded.run(0);

      assertThat(folded.found()).hasSizeLessThan(plain.found().length);
      assertThat(plain.found()).contains(folded.found());
    }
  }
}
