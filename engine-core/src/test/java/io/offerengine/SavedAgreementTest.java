package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.saved.ForcedSearches;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Offer;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.EnumMap;
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
 * before, whatever was added, replaced and removed between, also after a restart.
 */
class SavedAgreementTest extends SeededProperties {
  private static final int CHANGES = 5;

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

  /** Fills the sets; now and then with more searches, so that few of them restrict some field. */
  private void start(Random random, RandomQueries queries) {
    model.clear();
    int count = random.nextInt(50) == 0 ? 150 : random.nextInt(30);
    for (long id = 0; id < count; id++) {
      model.put(id, query(random, queries));
    }
    for (ForcedSearches each : ForcedSearches.values()) {
      SavedSearches.Builder builder = each.builder(MarketplaceSchema.schema()).restorable();
      model.forEach((id, query) -> builder.add(id, query.toQuery()));
      sets.put(each, random.nextInt(4) == 0 ? restored(each, builder.build()) : builder.build());
    }
  }

  private static SavedSearches restored(ForcedSearches way, SavedSearches saved) {
    SavedSearches restored = way.builder(MarketplaceSchema.schema()).restorable().build();
    assertThat(restored.restore(saved.saved())).isEmpty();
    return restored;
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
    NaiveQuery query =
        NaiveQuery.EVERYTHING.type(any.argument(MarketplaceSchema.TYPE, InstanceType.ON_DEMAND));
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
