package io.offerengine.facet;

import static io.offerengine.query.ErrorCode.INVALID_LIMIT;
import static io.offerengine.query.ErrorCode.INVALID_VALUE;
import static io.offerengine.query.ErrorCode.LIMIT_EXCEEDED;
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
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Requests that do not fit are refused with the place, the value and what is allowed. */
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
  void values_thatDoNotFit_areRefused() {
    Field object = SCHEMA.field("search").orElseThrow();
    assertRefused(
        b -> b.values(object, 5),
        OPERATOR_NOT_SUPPORTED,
        "values/search",
        "search is of type object");
    assertRefused(
        b -> b.values(NAME, 0), INVALID_LIMIT, "values/gpu_name", "from 1 to 10000, but got 0");
    assertRefused(b -> b.values(NAME, 10_001), INVALID_LIMIT, "values/gpu_name", "got 10001");
    assertRefused(
        b -> b.values(NAME, 1).values(NAME, 2),
        INVALID_VALUE,
        "values/gpu_name",
        "gpu_name has this facet already");
    Schema.Builder others = Schema.builder("rooms", "room");
    TextField foreign = others.text("city").add();
    others.build();
    assertRefused(b -> b.values(foreign, 1), UNKNOWN_FIELD, "values/city", "no field of");
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
  void edges_thatDoNotFit_areRefused() {
    String path = "histogram/dph_total";
    assertRefused(b -> b.histogram(PRICE), INVALID_VALUE, path, "from 1 to 1000", "0");
    assertRefused(
        b -> b.histogram(PRICE, 1.0, Double.NaN), INVALID_VALUE, path + "/1", "finite", "NaN");
    assertRefused(
        b -> b.histogram(PRICE, Double.POSITIVE_INFINITY), INVALID_VALUE, path + "/0", "Infinity");
    assertRefused(
        b -> b.histogram(PRICE, 1.0, 2.0, 2.0),
        INVALID_VALUE,
        path + "/2",
        "ascend",
        "2.0 follows 2.0");
    assertRefused(
        b -> b.histogram(PRICE, LongStream.range(0, 1001).asDoubleStream().toArray()),
        LIMIT_EXCEEDED,
        path,
        "but got 1001");
    assertRefused(
        b -> b.histogram(NAME, 1.0),
        OPERATOR_NOT_SUPPORTED,
        "histogram/gpu_name",
        "of type text; it takes integers and numbers");
  }

  @Test
  void rangesAndQuantiles_thatDoNotFit_areRefused() {
    assertRefused(
        b -> b.range(MarketplaceSchema.VERIFIED),
        OPERATOR_NOT_SUPPORTED,
        "range/verified",
        "of type boolean");
    String path = "quantiles/dph_total";
    assertRefused(
        b -> b.quantiles(PRICE, 0.5, 1.01),
        INVALID_VALUE,
        path + "/1",
        "from 0 to 1, but got 1.01");
    assertRefused(b -> b.quantiles(PRICE, Double.NaN), INVALID_VALUE, path + "/0", "NaN");
    assertRefused(b -> b.quantiles(PRICE, new double[101]), LIMIT_EXCEEDED, path, "but got 101");
  }

  @Test
  void moreFacetsThanAllowed_areRefused() {
    List<Field> fields =
        SCHEMA.fields().stream().filter(field -> field.type() != FieldType.OBJECT).toList();
    assertRefused(
        b -> {
          for (Field field : fields) {
            b.values(field, 1);
          }
          b.range(PRICE).range(MarketplaceSchema.INET_DOWN);
        },
        LIMIT_EXCEEDED,
        "values/" + fields.get(FacetRequest.MOST_FACETS).name(),
        "at most 64 facets");
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
