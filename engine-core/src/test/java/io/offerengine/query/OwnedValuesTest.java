package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.facet.FacetRequest;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Criterion;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SortKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Queries own their values, and a call that throws leaves its builder as it was. */
class OwnedValuesTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private static Offer offer(String model) {
    return Offer.builder()
        .set(MarketplaceSchema.ID, 1)
        .set(MarketplaceSchema.GPU_NAME, model)
        .build();
  }

  @Test
  void query_ofAListThatChangesLater_staysAsItWas() {
    List<Object> models = new ArrayList<>(List.of("A", "B"));
    Query query = Query.builder(SCHEMA).where("gpu_name", "in", models).build();
    String shown = query.toString();
    models.set(0, "C");
    models.add(List.of());
    assertThat(query.toString()).isEqualTo(shown);
    assertThat(query.conditions().get(0).value()).isEqualTo(List.of("A", "B"));
    OfferConditions conditions = OfferConditions.of(query);
    assertThat(conditions.accept(offer("A"))).isTrue();
    assertThat(conditions.accept(offer("C"))).isFalse();
  }

  @Test
  void conjunction_thatChangesLater_doesNotChangeTheQuery() {
    Conjunction model = Conjunction.of(SCHEMA).where("gpu_name", "eq", "A");
    Conjunction other = Conjunction.of(SCHEMA).where("num_gpus", "eq", 8);
    QueryBuilder builder = Query.builder(SCHEMA).whereAny(List.of(model, other));
    String shown = builder.build().alternatives().toString();
    model.where("num_gpus", "eq", 4);
    assertThat(builder.build().alternatives().toString()).isEqualTo(shown);
  }

  @Test
  void queryBuilder_afterACallThatThrows_isAsItWas() {
    QueryBuilder builder = Query.builder(SCHEMA, new QueryLimits(10, 3, 3));
    builder.where("gpu_name", "eq", "A");
    String before = builder.build().toString();
    Conjunction two =
        Conjunction.of(SCHEMA).where("num_gpus", "gte", 1).where("rented", "eq", true);
    Conjunction three = Conjunction.of(SCHEMA).where("num_gpus", "lt", 9);
    assertThatThrownBy(() -> builder.where("num_gpus", "eq", "many"))
        .isInstanceOf(InvalidQueryException.class);
    assertThatThrownBy(() -> builder.where("gpu_name", "in", List.of("A", "B", "C", "D")))
        .isInstanceOf(InvalidQueryException.class);
    assertThatThrownBy(() -> builder.whereAny(List.of(two, three)))
        .isInstanceOf(InvalidQueryException.class);
    assertThatThrownBy(() -> builder.whereNone(List.of()))
        .isInstanceOf(InvalidQueryException.class);
    assertThatThrownBy(() -> builder.orderBy("gpu_name", "up"))
        .isInstanceOf(InvalidQueryException.class);
    assertThat(builder.build().toString()).isEqualTo(before);
    assertThat(builder.whereAny(List.of(two)).build().conditions()).hasSize(1);
  }

  @Test
  void where_aCriterionOfWhichOneConditionIsRefused_addsNoneOfThem() {
    Criterion half =
        Query.all(
            MarketplaceSchema.NUM_GPUS.gte(2),
            new Condition(MarketplaceSchema.GPU_NAME, Operator.GT, "A"));
    QueryBuilder builder = Query.builder(SCHEMA).where("rented", "eq", false);
    assertThatThrownBy(() -> builder.where(half)).isInstanceOf(InvalidQueryException.class);
    assertThat(builder.build().conditions()).hasSize(1);
    assertThat(builder.build().valueSets()).hasSize(1);
  }

  @Test
  void build_byTheDefaultOrder_leavesTheOrderOpen() {
    QueryBuilder builder = Query.builder(SCHEMA);
    assertThat(builder.build().order()).containsExactly(SCHEMA.defaultOrder());
    SortKey byPrice = MarketplaceSchema.DPH_TOTAL.ascending();
    assertThat(builder.orderBy(byPrice).build().order()).containsExactly(byPrice);
  }

  @Test
  void null_whereAValueIsNeeded_isRefusedAtOnce() {
    FacetRequest.Builder facets = FacetRequest.builder(SCHEMA);
    assertThatThrownBy(() -> facets.counting(null)).isInstanceOf(NullPointerException.class);
    FacetRequest nothing = facets.build();
    assertThatThrownBy(() -> nothing.withFolds(null)).isInstanceOf(NullPointerException.class);
    SavedSearches searches = SavedSearches.builder(SCHEMA).build();
    assertThatThrownBy(() -> searches.match(null, Instant.EPOCH, id -> {}))
        .isInstanceOf(NullPointerException.class);
  }
}
