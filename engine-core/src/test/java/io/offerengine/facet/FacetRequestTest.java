package io.offerengine.facet;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.OPERATOR_NOT_SUPPORTED;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.schema.DateField;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Requests that do not fit are refused with the place, the value and what is allowed: those that
 * JSON can't say. The others are in {@code facet-errors.golden} of the adapter, and those beyond a
 * limit in {@code LimitsTest}.
 */
class FacetRequestTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final Field PRICE = MarketplaceSchema.DPH_TOTAL;
  private static final Field NAME = MarketplaceSchema.GPU_NAME;

  private static void assertRefused(
      Consumer<FacetRequest.Builder> wrong, ErrorCode code, String path, String... parts) {
    FacetRequest.Builder builder = FacetRequest.builder(SCHEMA);
    assertThatThrownBy(() -> wrong.accept(builder))
        .isInstanceOfSatisfying(
            InvalidQueryException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.path()).isEqualTo("/facets/" + path);
              assertThat(e.problem()).contains(parts);
            });
  }

  @Test
  void facets_thatDoNotFit_areRefused() {
    Schema.Builder others = Schema.builder("rooms", "room");
    TextField foreign = others.text("city").add();
    others.build();
    assertRefused(b -> b.values(foreign, 1), UNKNOWN_FIELD, "values/city", "no field of");
    assertRefused(
        b -> b.range(MarketplaceSchema.VERIFIED),
        OPERATOR_NOT_SUPPORTED,
        "range/verified",
        "of type boolean");
    assertRefused(
        b -> b.histogram(PRICE, 1.0, Double.NaN),
        INVALID_VALUE,
        "histogram/dph_total/1",
        "finite",
        "NaN");
    assertRefused(
        b -> b.quantiles(PRICE, Double.NaN), INVALID_VALUE, "quantiles/dph_total/0", "NaN");
    assertThatThrownBy(() -> FacetRequest.builder(SCHEMA).includeZero())
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void values_withoutALimit_areAsManyAsAllowed() {
    FacetRequest request =
        FacetRequest.builder().values(NAME).includeZero().values(PRICE, 3).build();
    assertThat(request.values())
        .containsExactly(
            new FacetRequest.ValueFacet(NAME, FacetRequest.MOST_VALUES, true),
            new FacetRequest.ValueFacet(PRICE, 3, false));
  }

  @Test
  void withFolds_ofAnotherTypeThanIntegers_isRefusedWithValues() {
    Schema.Builder rooms = Schema.builder("rooms", "room");
    DateField date = rooms.date("date").add();
    rooms.foldBy(date).build();
    FacetRequest request = FacetRequest.builder().values(date).build();
    assertThat(request.withFolds(List.of()).folds()).isEmpty();
    assertThatThrownBy(() -> request.withFolds(List.of(5L)))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("date is of type date, and only integers have sizes");
  }

  @Test
  void folds_ofASchemaWithoutAFoldField_areRefused() {
    Schema flat = Schema.builder("rooms", "room").build();
    assertThatThrownBy(() -> FacetRequest.builder(flat).counting(Counting.FOLDS).build())
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("/facets/counting")
        .hasMessageContaining("has no fold field");
  }
}
