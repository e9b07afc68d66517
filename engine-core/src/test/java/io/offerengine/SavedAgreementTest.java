package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.saved.ForcedSearches;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Every way of finding saved searches finds those that the naive search finds now and did not find
 * before, whatever was added, replaced and removed between.
 */
class SavedAgreementTest extends SeededProperties {
  private static final int CHANGES = 5;
  private static final int BATCHES = 2;

  private final Map<ForcedSearches, SavedSearches> sets = new EnumMap<>(ForcedSearches.class);
  private final Map<Long, NaiveQuery> model = new TreeMap<>();

  @Property
  void matchChange_ofRandomChanges_reportsWhatTheNaiveSearchNewlyFinds(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    List<Offer> offers = generator.offers(20);
    RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
    start(random, queries);
    for (int i = 0; i < CHANGES; i++) {
      edit(random, queries);
      Offer before = random.nextInt(4) == 0 ? null : offers.get(random.nextInt(offers.size()));
      Offer after = changed(before, generator, random);
      Set<Long> expected = new TreeSet<>();
      model.forEach((id, query) -> {
        if (matches(after, query) && !matches(before, query)) {
          expected.add(id);
        }
      });
      assertAllFind("seed=" + seed + " " + before + " -> " + after, before, after, expected);
    }
  }

  /** The definition: found by the engine after a batch, and not found before. */
  @Property
  void matchChange_ofEachOfferOfABatch_reportsWhatSnapshotsNewlyContain(
      @ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    List<Offer> offers = generator.offers(20);
    List<ChangedOffer> changes = new ArrayList<>();
    try (OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(EngineCheck.CLOCK))
            .listener((version, batch) -> changes.addAll(batch))
            .build()) {
      EngineCheck.store(engine, offers, random);
      start(random, new RandomQueries(random, offers, EngineCheck.CLOCK));
      for (int i = 0; i < BATCHES; i++) {
        changes.clear();
        Snapshot earlier = engine.snapshot();
        OfferBatch.Builder batch = OfferBatch.builder();
        for (int j = random.nextInt(5); j >= 0; j--) {
          Offer one = offers.get(random.nextInt(offers.size()));
          batch.upsert(
              random.nextBoolean() ? generator.offer(one.id()) : generator.offer(1000 + j));
          batch.update(one.id(), generator.changes());
        }
        engine.apply(batch.build());
        Map<Long, Set<Long>> newlyFound = newlyFound(earlier, engine.snapshot());
        for (ChangedOffer each : changes) {
          assertAllFind(
              "seed=" + seed + " " + each,
              each.before(),
              each.after(),
              newlyFound.getOrDefault(each.id(), Set.of()));
        }
      }
    }
  }

  /** Returns by offer the searches that find it later and did not find it earlier. */
  private Map<Long, Set<Long>> newlyFound(Snapshot earlier, Snapshot later) {
    Map<Long, Set<Long>> byOffer = new TreeMap<>();
    model.forEach((search, naive) -> {
      Query query = naive.limit(10_000).fold(false).toQuery();
      Set<Long> before = ids(earlier.search(query));
      for (long offer : ids(later.search(query))) {
        if (!before.contains(offer)) {
          byOffer.computeIfAbsent(offer, any -> new TreeSet<>()).add(search);
        }
      }
    });
    return byOffer;
  }

  private static Set<Long> ids(Matches matches) {
    return new HashSet<>(matches.toList(Match::id));
  }

  /** Fills the sets; now and then with more searches, so that few of them restrict some field. */
  private void start(Random random, RandomQueries queries) {
    model.clear();
    int count = random.nextInt(50) == 0 ? 150 : random.nextInt(30);
    for (long id = 0; id < count; id++) {
      model.put(id, query(random, queries));
    }
    for (ForcedSearches each : ForcedSearches.values()) {
      SavedSearches.Builder builder = each.builder(MarketplaceSchema.schema());
      model.forEach((id, query) -> builder.add(id, query.toQuery()));
      sets.put(each, builder.build());
    }
  }

  /** Adds, replaces and removes some searches. */
  private void edit(Random random, RandomQueries queries) {
    for (int i = random.nextInt(12); i > 0; i--) {
      long id = random.nextInt(60);
      if (random.nextInt(3) == 0) {
        boolean isKnown = model.remove(id) != null;
        sets.values().forEach(set -> assertThat(set.remove(id)).isEqualTo(isKnown));
      } else {
        NaiveQuery query = query(random, queries);
        model.put(id, query);
        sets.values().forEach(set -> set.add(id, query.toQuery()));
      }
    }
  }

  /** Returns any search, or one as clients save them, so that clusters and ceilings are shared. */
  private static NaiveQuery query(Random random, RandomQueries queries) {
    NaiveQuery any = queries.query();
    if (random.nextBoolean()) {
      return any;
    }
    NaiveQuery query = NaiveQuery.EVERYTHING.type(any.type());
    query = random.nextInt(3) == 0 ? query.storage(50) : query;
    query = random.nextBoolean() ? query.where("gpu_name", "eq", "RTX_4090") : query;
    query = random.nextBoolean() ? query.where("num_gpus", "eq", random.nextInt(3)) : query;
    query = random.nextBoolean() ? query.where("machine_id", "eq", random.nextInt(3)) : query;
    query = random.nextBoolean() ? query.where("rentable", "eq", true) : query;
    query = random.nextBoolean() ? query.where("external", "eq", false) : query;
    return query.where("dph_total", random.nextBoolean() ? "lte" : "lt", random.nextInt(20) - 2);
  }

  private static @Nullable Offer changed(
      @Nullable Offer before, RandomOffers generator, Random random) {
    if (before == null) {
      return generator.offer(random.nextInt(100));
    }
    return switch (random.nextInt(12)) {
      case 0 -> null;
      case 1, 2 -> generator.offer(before.id());
      case 3 -> before;
      default -> before.with(generator.changes());
    };
  }

  private static boolean matches(@Nullable Offer offer, NaiveQuery query) {
    return offer != null && new NaiveMatcher(List.of(offer), query, EngineCheck.CLOCK).count() > 0;
  }

  private void assertAllFind(
      String what, @Nullable Offer before, @Nullable Offer after, Set<Long> expected) {
    sets.forEach((way, set) -> {
      List<Long> found = new ArrayList<>();
      set.matchChange(before, after, TimeKey.ofSeconds(EngineCheck.CLOCK), found::add);
      assertThat(found)
          .as("%s: %s", way, what)
          .doesNotHaveDuplicates()
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(set.size()).as("%s: %s", way, what).isEqualTo(model.size());
    });
  }
}
