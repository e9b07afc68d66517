package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.facet.Facets;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;

/** One random request for facets, and its naive counts. */
final class FacetsCheck {
  private final String replay;
  private final Random random;
  private final Snapshot snapshot;
  private final List<Offer> offers;
  private final NaiveQuery query;
  private final List<Field> countable = new ArrayList<>();
  private final List<Field> numbers = new ArrayList<>();
  private final boolean isFolded;
  private final boolean dropsOwn;

  /** Whether offers collapse by integers, whose folds have sizes. */
  private final boolean hasSizes;

  /** By conditions: what they leave, since most facets count the same offers. */
  private final Map<List<NaiveQuery.Condition>, NaiveFacets> naives = new HashMap<>();

  FacetsCheck(
      String replay, Random random, Snapshot snapshot, Collection<Offer> offers, NaiveQuery query) {
    this.random = random;
    this.snapshot = snapshot;
    this.offers = List.copyOf(offers);
    this.query = query.fold(false).limit(10_000);
    Field fold = query.schema().foldField();
    this.hasSizes = fold != null && fold.type() == FieldType.INTEGER;
    this.isFolded = fold != null && random.nextInt(3) == 0;
    this.dropsOwn = random.nextBoolean();
    this.replay = replay + (isFolded ? " folds " : " ") + (dropsOwn ? "others of " : "of ") + query;
    for (Field field : query.schema().fields()) {
      if (field.type() != FieldType.OBJECT) {
        countable.add(field);
      }
      if (field.type() == FieldType.INTEGER || field.type() == FieldType.NUMBER) {
        numbers.add(field);
      }
    }
  }

  private NaiveFacets naive(Field field) {
    List<NaiveQuery.Condition> counted =
        query.conditions().stream().filter(each -> !dropsOwn || !isOwn(each, field)).toList();
    return naives.computeIfAbsent(
        counted, conditions -> new NaiveFacets(matches(conditions), isFolded));
  }

  /** Returns the offers that match other conditions than the query's, in no order. */
  private List<NaiveOffer> matches(List<NaiveQuery.Condition> conditions) {
    return new NaiveMatcher(offers, query.withConditions(conditions).orderBy(), EngineCheck.CLOCK)
        .results();
  }

  private boolean isOwn(NaiveQuery.Condition condition, Field field) {
    Field own = query.field(condition.field());
    return own == field || query.rules().source(own) == field;
  }

  void run() {
    FacetRequest.Builder builder =
        FacetRequest.builder(query.schema()).counting(isFolded ? Counting.FOLDS : Counting.ROWS);
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
    List<Long> sized = hasSizes ? sizedFolds(matches) : List.of();
    FacetRequest request = hasSizes ? builder.build().withFolds(sized) : builder.build();
    Query asked = query.toQuery();
    found[0] = snapshot.facets(asked, request);
    checks.forEach(Runnable::run);
    long matched = new NaiveFacets(matches, isFolded).matched();
    assertThat(found[0].matched()).as(replay).isEqualTo(matched);
    long folds = new NaiveFacets(matches, true).matched();
    if (query.schema().foldField() != null) {
      assertThat(snapshot.countFolded(asked)).as(replay).isEqualTo(folds);
    }
    if (hasSizes) {
      List<Long> sizes = sized.stream().map(fold -> size(fold, matches)).toList();
      assertThat(found[0].folds()).as("%s folds", replay).isEqualTo(new Facets.Folds(folds, sizes));
    }
    assertThat(snapshot.explain(asked, request)).hasSizeGreaterThanOrEqualTo(2);
    checkWithout(asked);
  }

  /** Returns the folds of some matches, and one that no offer has. */
  private List<Long> sizedFolds(List<NaiveOffer> matches) {
    List<Long> folds = new ArrayList<>(List.of(Long.MAX_VALUE - 2));
    for (NaiveOffer each : matches) {
      if (each.fold() instanceof Long fold && random.nextInt(3) == 0) {
        folds.add(fold);
      }
    }
    return folds;
  }

  private static long size(long fold, List<NaiveOffer> matches) {
    return matches.stream().filter(each -> Objects.equals(each.fold(), fold)).count();
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
      Field own = query.rules().source(query.field(query.conditions().get(0).field()));
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
              : new NaiveOffer(offers.get(random.nextInt(offers.size())), query, EngineCheck.CLOCK)
                  .value(field);
      double edge = value == null ? random.nextGaussian() * 10 : ((Number) value).doubleValue();
      edges.add((random.nextInt(4) == 0 ? edge + 0.5 : edge) + 0.0);
    }
    return List.copyOf(edges);
  }
}
