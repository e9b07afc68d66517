package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.facet.Facets;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever is stored, changed and asked, facets equal the {@link NaiveFacets}. */
class FacetsAgreementTest extends SeededProperties {
  /** The flags that are derived from one field alone. */
  private static final Map<String, String> FLAGS =
      Map.of("verified", "verification", "datacenter", "hosting_type");

  private static final int REQUESTS = 4;

  private final List<Field> countable = new ArrayList<>();
  private final List<Field> numbers = new ArrayList<>();

  FacetsAgreementTest() {
    for (Field field : MarketplaceSchema.schema().fields()) {
      if (field.type() != FieldType.OBJECT) {
        countable.add(field);
      }
      if (field.type() == FieldType.INTEGER || field.type() == FieldType.NUMBER) {
        numbers.add(field);
      }
    }
  }

  @Property(tries = 200)
  void facets_anyOffersAndQueries_equalTheNaiveOnes(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    List<Offer> offers = generator.offers(generator.count());
    try (OfferEngine engine = EngineCheck.engine(random)) {
      EngineCheck.store(engine, offers, random);
      check(seed, random, engine, offers);
    }
  }

  @Property(tries = 100)
  void facets_afterUpdatesAndDeletions_equalTheNaiveOnes(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    Map<Long, Offer> stored = new TreeMap<>();
    generator.offers(20 + generator.count()).forEach(offer -> stored.put(offer.id(), offer));
    try (OfferEngine engine = EngineCheck.engine(random)) {
      EngineCheck.store(engine, new ArrayList<>(stored.values()), random);
      for (int round = 0; round < 3; round++) {
        EngineCheck.change(engine, stored, generator, random);
        check(seed, random, engine, stored.values());
      }
    }
  }

  /** Enough rows for bitmaps, ranks and their buckets to be used. */
  @Property(tries = 3)
  void facets_ofLargeSegments_equalTheNaiveOnes(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    Map<Field, Integer> sizes = new HashMap<>();
    int[] choice = {2, 5, 40, Integer.MAX_VALUE};
    RandomOffers generator =
        new RandomOffers(
            random, field -> sizes.computeIfAbsent(field, any -> choice[random.nextInt(4)]));
    Map<Long, Offer> stored = new TreeMap<>();
    generator.offers(6_000).forEach(offer -> stored.put(offer.id(), offer));
    try (OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(EngineCheck.CLOCK))
            .tailCapacity(64)
            .build()) {
      engine.load(new ArrayList<>(stored.values()).iterator(), LoadListener.NONE);
      check(seed, random, engine, stored.values());
      EngineCheck.change(engine, stored, generator, random);
      check(seed, random, engine, stored.values());
    }
  }

  private void check(long seed, Random random, OfferEngine engine, Collection<Offer> offers) {
    List<Offer> all = List.copyOf(offers);
    RandomQueries queries = new RandomQueries(random, all, EngineCheck.CLOCK);
    for (int i = 0; i < REQUESTS; i++) {
      NaiveQuery query = queries.query().fold(false).limit(10_000);
      new Check("seed=" + seed, random, engine.snapshot(), all, query).run();
    }
  }

  /** One request and its naive counts. */
  private final class Check {
    private final String replay;
    private final Random random;
    private final Snapshot snapshot;
    private final List<Offer> offers;
    private final NaiveQuery query;
    private final boolean isFolded;
    private final boolean dropsOwn;

    /** By conditions: what they leave, since most facets count the same offers. */
    private final Map<List<NaiveQuery.Condition>, NaiveFacets<NaiveOffer>> naives = new HashMap<>();

    Check(String replay, Random random, Snapshot snapshot, List<Offer> offers, NaiveQuery query) {
      this.random = random;
      this.snapshot = snapshot;
      this.offers = offers;
      this.query = query;
      this.isFolded = random.nextInt(3) == 0;
      this.dropsOwn = random.nextBoolean();
      this.replay =
          replay + (isFolded ? " folds " : " ") + (dropsOwn ? "others of " : "of ") + query;
    }

    private NaiveFacets<NaiveOffer> naive(Field field) {
      List<NaiveQuery.Condition> counted =
          query.conditions().stream().filter(each -> !dropsOwn || !isOwn(each, field)).toList();
      return naives.computeIfAbsent(counted, conditions -> counted(matches(conditions), isFolded));
    }

    private static NaiveFacets<NaiveOffer> counted(List<NaiveOffer> matches, boolean byFolds) {
      Field fold = byFolds ? MarketplaceSchema.BUNDLE_ID : null;
      return new NaiveFacets<>(matches, NaiveFacets.OF_MARKETPLACE, fold);
    }

    /** Returns the offers that match other conditions than the query's, in no order. */
    private List<NaiveOffer> matches(List<NaiveQuery.Condition> conditions) {
      NaiveQuery other =
          new NaiveQuery(
              conditions,
              query.groups(),
              List.of(),
              query.limit(),
              query.type(),
              query.storage(),
              query.now(),
              query.job(),
              false);
      return new NaiveMatcher(offers, other, EngineCheck.CLOCK).results();
    }

    private static boolean isOwn(NaiveQuery.Condition condition, Field field) {
      String name = NaiveMatcher.fieldOf(condition.field());
      return name.equals(field.name()) || field.name().equals(FLAGS.get(name));
    }

    void run() {
      FacetRequest.Builder builder =
          FacetRequest.builder(MarketplaceSchema.schema())
              .counting(isFolded ? Counting.FOLDS : Counting.ROWS);
      if (dropsOwn) {
        builder.withoutOwnCondition();
      }
      List<Runnable> checks = new ArrayList<>();
      Facets[] found = new Facets[1];
      for (Field field : fields(countable)) {
        int limit = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 10_000;
        boolean zero = random.nextInt(4) == 0;
        builder.values(field, limit);
        if (zero) {
          builder.includeZero();
        }
        checks.add(() -> {
          Facets.Values expected = naive(field).values(field, limit, zero ? all() : List.of());
          assertThat(found[0].values(field)).as("%s values", replay).isEqualTo(expected);
        });
      }
      addNumbers(builder, checks, found);
      List<NaiveOffer> matches = matches(query.conditions());
      List<Long> bundles = bundles(matches);
      FacetRequest request = builder.build().withFolds(bundles);
      Query asked = query.toQuery();
      found[0] = snapshot.facets(asked, request);
      checks.forEach(Runnable::run);
      assertThat(found[0].matched()).as(replay).isEqualTo(counted(matches, isFolded).matched());
      NaiveFacets<NaiveOffer> folded = counted(matches, true);
      assertThat(snapshot.countFolded(asked)).as(replay).isEqualTo(folded.matched());
      List<Long> sizes = bundles.stream().map(each -> size(each, matches)).toList();
      assertThat(found[0].folds())
          .as("%s folds", replay)
          .isEqualTo(new Facets.Folds(folded.matched(), sizes));
      assertThat(snapshot.explain(asked, request)).hasSizeGreaterThanOrEqualTo(2);
      checkWithout(asked);
    }

    /** Returns the bundles of some matches, and one that no offer has. */
    private List<Long> bundles(List<NaiveOffer> matches) {
      List<Long> bundles = new ArrayList<>(List.of(Long.MAX_VALUE));
      for (NaiveOffer each : matches) {
        if (each.value("bundle_id") instanceof Long bundle && random.nextInt(3) == 0) {
          bundles.add(bundle);
        }
      }
      return bundles;
    }

    private static long size(long bundle, List<NaiveOffer> matches) {
      return matches.stream()
          .filter(each -> Objects.equals(each.value("bundle_id"), bundle))
          .count();
    }

    private void addNumbers(FacetRequest.Builder builder, List<Runnable> checks, Facets[] found) {
      for (Field field : fields(numbers)) {
        List<Double> edges = edges(field);
        builder.histogram(field, edges.stream().mapToDouble(edge -> edge).toArray());
        checks.add(() ->
            assertThat(found[0].histogram(field))
                .as("%s histogram", replay)
                .isEqualTo(naive(field).histogram(field, edges)));
      }
      for (Field field : fields(numbers)) {
        builder.range(field);
        checks.add(() ->
            assertThat(found[0].range(field))
                .as("%s range", replay)
                .isEqualTo(naive(field).range(field)));
      }
      for (Field field : fields(numbers)) {
        List<Double> shares = List.of(0.0, random.nextDouble(), 0.1, 0.5, 1.0);
        builder.quantiles(field, shares.stream().mapToDouble(share -> share).toArray());
        checks.add(() ->
            assertThat(found[0].quantiles(field))
                .as("%s quantiles", replay)
                .isEqualTo(naive(field).quantiles(field, shares)));
      }
    }

    private void checkWithout(Query asked) {
      List<Long> expected = new ArrayList<>();
      for (int i = 0; i < query.conditions().size(); i++) {
        List<NaiveQuery.Condition> others = new ArrayList<>(query.conditions());
        others.remove(i);
        expected.add((long) matches(others).size());
      }
      assertThat(snapshot.countWithout(asked)).as(replay).isEqualTo(expected);
    }

    private List<NaiveOffer> all() {
      return offers.stream().map(offer -> new NaiveOffer(offer, query, EngineCheck.CLOCK)).toList();
    }

    private List<Field> fields(List<Field> from) {
      TreeSet<Integer> drawn = new TreeSet<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        drawn.add(random.nextInt(from.size()));
      }
      List<Field> fields = new ArrayList<>();
      drawn.forEach(each -> fields.add(from.get(each)));
      // A field of a condition, so that its own conditions matter.
      if (!query.conditions().isEmpty() && random.nextBoolean()) {
        String name = NaiveMatcher.fieldOf(query.conditions().get(0).field());
        Field own = MarketplaceSchema.schema().field(FLAGS.getOrDefault(name, name)).orElseThrow();
        if (from.contains(own) && !fields.contains(own)) {
          fields.add(own);
        }
      }
      return fields;
    }

    private List<Double> edges(Field field) {
      TreeSet<Double> edges = new TreeSet<>();
      for (int i = 1 + random.nextInt(6); i > 0; i--) {
        Object value =
            offers.isEmpty()
                ? null
                : new NaiveOffer(
                        offers.get(random.nextInt(offers.size())), query, EngineCheck.CLOCK)
                    .value(field.name());
        double edge = value == null ? random.nextGaussian() * 10 : ((Number) value).doubleValue();
        edges.add((random.nextInt(4) == 0 ? edge + 0.5 : edge) + 0.0);
      }
      return List.copyOf(edges);
    }
  }
}
