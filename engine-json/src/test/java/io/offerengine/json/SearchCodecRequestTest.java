package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Direction;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SortKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What requests mean, and how those that mean nothing are refused. */
class SearchCodecRequestTest {
  private static final SearchCodec CODEC = new SearchCodec(MarketplaceSchema.schema());

  static Stream<Arguments> requests() {
    return GoldenFile.cases("requests.golden");
  }

  static Stream<Arguments> requestErrors() {
    return GoldenFile.cases("request-errors.golden");
  }

  @ParameterizedTest
  @MethodSource("requests")
  void readRequest_ofAGoodRequest_meansWhatTheFileSays(String body, String meaning) {
    assertThat(describe(read(body))).isEqualTo(meaning);
  }

  @ParameterizedTest
  @MethodSource("requestErrors")
  void readRequest_ofABadRequest_failsAsTheFileSays(String body, String message) {
    assertThatThrownBy(() -> read(body))
        .isExactlyInstanceOf(JsonException.class)
        .hasMessage(message)
        .hasNoCause();
  }

  static Stream<Arguments> queries() {
    return GoldenFile.cases("queries.golden");
  }

  static Stream<Arguments> queryErrors() {
    return GoldenFile.cases("query-errors.golden");
  }

  /** The query takes more than the documented request. */
  @ParameterizedTest
  @MethodSource({"queries", "requests"})
  void readQuery_ofAGoodQuery_meansWhatTheFileSays(String body, String meaning) {
    assertThat(describe(CODEC.readQuery(body.getBytes(UTF_8)))).isEqualTo(meaning);
  }

  @ParameterizedTest
  @MethodSource("queryErrors")
  void readQuery_ofABadQuery_failsAsTheFileSays(String body, String message) {
    assertThatThrownBy(() -> CODEC.readQuery(body.getBytes(UTF_8)))
        .isExactlyInstanceOf(JsonException.class)
        .hasMessage(message)
        .hasNoCause();
  }

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
  void readRequest_keepsWhatWasAsked() {
    SearchRequest request =
        read(
            """
            {"type": "bid", "allocated_storage": 5, "disable_bundling": true, "limit": 7,
             "order": [["dlperf", "desc"]], "driver_version": {"gte": 535.10}}
            """);
    assertThat(request.type()).isEqualTo(InstanceType.BID);
    assertThat(request.allocatedStorage()).hasValue(5.0);
    assertThat(request.isBundled()).isFalse();
    assertThat(request.limit()).isEqualTo(7);
    assertThat(request.order())
        .containsExactly(new SortKey(MarketplaceSchema.DLPERF, Direction.DESC));
    Condition condition = request.conditions().get(0);
    assertThat(condition.field()).isSameAs(MarketplaceSchema.DRIVER_VERSION);
    assertThat(condition.operator()).isEqualTo(Operator.GTE);
    assertThat(condition.value())
        .isInstanceOfSatisfying(
            NumberLiteral.class, number -> assertThat(number.text()).isEqualTo("535.10"));
  }

  @Test
  void readRequest_ofAPartOfAnArray_readsThatPartOnly() {
    byte[] bytes = "xx{\"limit\":3}yy".getBytes(UTF_8);
    assertThat(CODEC.readRequest(bytes, 2, 11).limit()).isEqualTo(3);
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
  }

  @Test
  void query_withDeadlineAlone_asksTheSameOtherwise() {
    SearchRequest request =
        read(
            """
            {"type": "bid", "allocated_storage": 5, "disable_bundling": true, "limit": 7,
             "order": [["dlperf", "desc"]], "reliability2": {"gte": "0.9"}}
            """);
    Query query = request.query(null, Duration.ofMillis(50));
    assertThat(query.deadline()).isEqualTo(Duration.ofMillis(50));
    assertThat(request.query().deadline()).isNull();
    assertThat(query)
        .usingRecursiveComparison()
        .ignoringFields("deadline")
        .isEqualTo(request.query());
  }

  @Test
  void query_withTheCursorOfTheOrderOfIds_staysInThatOrder() {
    SearchRequest request = read("{\"order\": []}");
    assertThat(request.query(null, Duration.ofSeconds(1)).order()).isEmpty();
  }

  @Test
  void query_withAnotherQuerysCursor_isRefused() {
    Cursor foreign = Cursor.after(read("{\"limit\":1}").query(), 1000, 5, new Object[] {8L});
    SearchRequest request = read("{\"num_gpus\":{\"gte\":2}}");
    assertThatThrownBy(() -> request.query(foreign, null))
        .isInstanceOfSatisfying(
            InvalidQueryException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CURSOR));
  }

  static Stream<Arguments> forms() {
    return GoldenFile.cases("forms.golden");
  }

  @ParameterizedTest
  @MethodSource("forms")
  void readRequest_ofARequestInAnObject_meansWhatTheFileSays(String body, String meaning) {
    SearchRequest request = read(body);
    assertThat(request + " showing " + columns(request)).isEqualTo(meaning);
  }

  static Stream<Arguments> formErrors() {
    return GoldenFile.cases("form-errors.golden");
  }

  @ParameterizedTest
  @MethodSource("formErrors")
  void readRequest_ofABadForm_failsAsTheFileSays(String body, String message) {
    assertThatThrownBy(() -> read(body))
        .isExactlyInstanceOf(JsonException.class)
        .hasMessage(message);
  }

  static Stream<Arguments> addresses() {
    return GoldenFile.cases("addresses.golden");
  }

  /** The parameters of an address, separated by an ampersand and not encoded. */
  @ParameterizedTest
  @MethodSource("addresses")
  void readAddress_meansWhatTheFileSays(String parameters, String meaning) {
    SearchRequest request = address(parameters);
    assertThat(request + " showing " + columns(request)).isEqualTo(meaning);
  }

  static Stream<Arguments> addressErrors() {
    return GoldenFile.cases("address-errors.golden");
  }

  @ParameterizedTest
  @MethodSource("addressErrors")
  void readAddress_ofABadOne_failsAsTheFileSays(String parameters, String message) {
    assertThatThrownBy(() -> address(parameters))
        .isExactlyInstanceOf(JsonException.class)
        .hasMessage(message);
  }

  private static SearchRequest address(String parameters) {
    Map<String, byte[]> byName = new HashMap<>();
    for (String pair : parameters.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals >= 0) {
        byName.put(pair.substring(0, equals), pair.substring(equals + 1).getBytes(UTF_8));
      }
    }
    return CODEC.readAddress(byName);
  }

  private static String columns(SearchRequest request) {
    boolean isAll = request.columns().equals(MarketplaceSchema.schema().shownFields());
    return isAll ? "all" : request.columns().toString();
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
    assertThat(strict.readRequest("{}".getBytes(UTF_8)).limit()).isEqualTo(10);
    assertThatThrownBy(() -> strict.readRequest("{\"limit\":11}".getBytes(UTF_8)))
        .hasMessageEndingWith("a limit is a whole number from 0 to 10, but got 11");
    assertThatThrownBy(
            () -> strict.readRequest("{\"num_gpus\":{\"gte\":1,\"lt\":4}}".getBytes(UTF_8)))
        .hasMessageStartingWith("LIMIT_EXCEEDED at /num_gpus/lt (line 1, column 27): ");
    assertThatThrownBy(() -> strict.readRequest("{\"num_gpus\":{\"in\":[1,2,3]}}".getBytes(UTF_8)))
        .hasMessageStartingWith("LIMIT_EXCEEDED at /num_gpus/in (line 1, column 19): ");
  }

  private static String describe(SearchRequest request) {
    String storage =
        request.allocatedStorage().isPresent()
            ? Double.toString(request.allocatedStorage().getAsDouble())
            : "by default";
    return "type "
        + request.type().wireName()
        + ", storage "
        + storage
        + (request.isBundled() ? ", bundled: " : ", not bundled: ")
        + request;
  }

  private static SearchRequest read(String body) {
    return CODEC.readRequest(body.getBytes(UTF_8));
  }

  private static SearchRequest conditions(String body) {
    return CODEC.readConditions(body.getBytes(UTF_8));
  }
}
