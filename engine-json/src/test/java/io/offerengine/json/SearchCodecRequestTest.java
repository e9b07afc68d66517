package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What requests mean, beside what the golden files say. */
class SearchCodecRequestTest {
  private static final SearchCodec CODEC = new SearchCodec(MarketplaceSchema.schema());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"any_of\":[{\"num_gpus\":1}]}",
        "{\"none_of\":[{\"num_gpus\":1}]}",
        "{\"gpu_name\":{\"starts_with\":\"a\"}}",
        "{\"gpu_name\":{\"contains\":\"a\"}}",
        "{\"gpu_ids\":{\"has\":1}}",
        "{\"gpu_ids\":{\"has_any\":[1]}}",
        "{\"gpu_ids\":{\"has_all\":[1]}}",
        "{\"gpu_ids\":{\"eq\":null}}",
        "{\"template_id\":{\"has\":1}}"
      })
  void readRequest_ofWhatOnlyAQueryTakes_isRefused(String body) {
    assertThatThrownBy(() -> read(body)).isExactlyInstanceOf(JsonException.class);
    if (!body.contains("template_id")) {
      assertThat(CODEC.readQuery(body.getBytes(UTF_8))).isNotNull();
    }
  }

  @Test
  void readRequest_ofAPartOfAnArray_readsThatPartOnly() {
    byte[] bytes = "xx{\"limit\":3}yy".getBytes(UTF_8);
    assertThat(CODEC.readRequest(bytes, 2, 11).query().limit()).isEqualTo(3);
    assertThatThrownBy(() -> CODEC.readRequest(bytes, 2, 14))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void query_withDeadlineAndCursor_asksTheSameOtherwise() {
    SearchRequest request =
        read(
            """
            {"type": "bid", "allocated_storage": 5, "disable_bundling": true, "limit": 7,
             "order": [["dlperf", "desc"]], "reliability2": {"gte": "0.9"}}
            """);
    assertThat(request.query(null, Duration.ofMillis(50)))
        .usingRecursiveComparison()
        .ignoringFields("deadline")
        .isEqualTo(request.query());
    Cursor cursor = Cursor.after(request.query(), 1000, 5, new Object[] {8L});
    Query query = request.query(cursor, Duration.ofMillis(50));
    assertThat(query).hasToString(request.query().toString());
    assertThat(query.arguments().is(MarketplaceSchema.TYPE, InstanceType.BID)).isTrue();
    assertThat(query.arguments().value(MarketplaceSchema.ALLOCATED_STORAGE)).isEqualTo(5);
    assertThat(query.arguments().isGiven(MarketplaceSchema.ALLOCATED_STORAGE)).isTrue();
    assertThat(query.after()).isEqualTo(cursor);
    assertThat(query.deadline()).isEqualTo(Duration.ofMillis(50));
    assertThat(request.query().after()).isNull();
    assertThat(request.query(null, null)).isSameAs(request.query());
    assertThat(request.query().deadline()).isNull();
  }

  /** A schema may have fields of the names that the marketplace's clients wrap requests with. */
  @Test
  void readRequest_ofASchemaWithAFieldCalledQ_comparesTheField() {
    Schema.Builder letters = Schema.builder("letters", "id");
    letters.field("q", FieldType.INTEGER).add();
    letters.field("select_cols", FieldType.INTEGER).add();
    SearchCodec codec = new SearchCodec(letters.build());
    assertThat(codec.readRequest("{\"q\":1,\"select_cols\":{\"gt\":2}}".getBytes(UTF_8)))
        .hasToString("where q eq 1 and select_cols gt 2 order by id asc limit 64");
  }

  @Test
  void readConditions_readsAMapOfConditions() {
    SearchRequest conditions =
        conditions("{\"verified\":{\"eq\":\"1\"},\"external\":false,\"gpu_name\":null}");
    assertThat(conditions.query())
        .hasToString(
            "where verified eq '1' and external eq false order by score desc, id asc limit 64"
                + " folded");
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit", "type", "order", "disable_bundling", "allocated_storage"})
  void readConditions_ofAKeyOfRequests_isAnUnknownField(String key) {
    assertThatThrownBy(() -> conditions("{\"" + key + "\":null}"))
        .isInstanceOfSatisfying(
            JsonException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_FIELD);
              assertThat(e.path()).isEqualTo("/" + key);
              assertThat(e.line()).isEqualTo(1);
              assertThat(e.column()).isEqualTo(2);
              assertThat(e.problem()).startsWith("no offer field is called " + key);
            });
  }

  @Test
  void readRequest_underSmallerQueryLimits_namesTheMaximum() {
    SearchCodec strict =
        new SearchCodec(MarketplaceSchema.schema(), new QueryLimits(10, 1, 2), JsonLimits.DEFAULTS);
    assertThat(strict.readRequest("{}".getBytes(UTF_8)).query().limit()).isEqualTo(10);
    assertThatThrownBy(() -> strict.readRequest("{\"limit\":11}".getBytes(UTF_8)))
        .hasMessageEndingWith("a limit is a whole number from 0 to 10, but got 11");
    assertThatThrownBy(
            () -> strict.readRequest("{\"num_gpus\":{\"gte\":1,\"lt\":4}}".getBytes(UTF_8)))
        .hasMessageStartingWith("LIMIT_EXCEEDED at /num_gpus/lt (line 1, column 27): ");
    assertThatThrownBy(() -> strict.readRequest("{\"num_gpus\":{\"in\":[1,2,3]}}".getBytes(UTF_8)))
        .hasMessageStartingWith("LIMIT_EXCEEDED at /num_gpus/in (line 1, column 19): ");
  }

  private static SearchRequest read(String body) {
    return CODEC.readRequest(body.getBytes(UTF_8));
  }

  private static SearchRequest conditions(String body) {
    return CODEC.readConditions(body.getBytes(UTF_8));
  }
}
