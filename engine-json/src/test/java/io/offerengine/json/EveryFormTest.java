package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No condition is dropped, whatever its form: each filter of the API document, and each alias, is
 * sent in every form that clients use, and means the query that a program builds.
 */
class EveryFormTest {
  /** The filters of the API document, section 4.1, and the one whose name it does not show. */
  private static final String DOCUMENTED =
      "verified rentable rented gpu_name reliability num_gpus gpu_ram duration machine_id"
          + " dlperf_per_dphtotal dph_total flops_per_dphtotal geolocation gpu_arch dlperf"
          + " cuda_max_good inet_down inet_up inet_down_cost inet_up_cost driver_version"
          + " compute_cap cpu_arch has_avx cpu_cores cpu_cores_effective cpu_ghz cpu_ram"
          + " datacenter disk_bw disk_space gpu_max_power gpu_max_temp gpu_mem_bw gpu_total_ram"
          + " gpu_frac gpu_display_active direct_port_count host_id id min_bid mobo_name pci_gen"
          + " pcie_bw storage_cost static_ip total_flops os_version ubuntu_version verification"
          + " vms_enabled bw_nvlink";

  /** The keys that carry no condition, with a value that a client sends. */
  private static final Map<String, String> WITHOUT_CONDITION =
      Map.of(
          "sort_option", "{\"0\":[\"dph_total\",\"asc\"]}",
          "gpu_option", "\"any\"",
          "show_incompatible", "false",
          "extra_ids", "[]",
          "template_id", "7",
          "resource_type", "\"gpu\"");

  private static final List<String> TEXTS = List.of("RTX 4090", "rtx_4090", "verified", "");
  private static final List<String> VERSIONS = List.of("22.04", "22.4", "580", "535.86.05");
  private static final List<String> PLACES = List.of("Montana, US", ", US", "US", "Paris, FR", "X");
  private static final double[] NUMBERS = {0, 0.5, 1, 12.25, 2_000_000_000};
  private static final long[] INTEGERS = {0, 1, 4, 24_000, 64_500};

  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final SearchCodec CODEC = new SearchCodec(SCHEMA);

  static Stream<String> names() {
    return Stream.concat(
        Arrays.stream(DOCUMENTED.split(" ", -1)),
        SCHEMA.aliases().stream().map(alias -> alias.name()));
  }

  @ParameterizedTest
  @MethodSource("names")
  void read_ofAValueInEveryForm_isTheConditionOfAProgram(String name) {
    Field field = SCHEMA.queryField(name).orElseThrow();
    Operator bare = name.equals("target_reliability") ? Operator.GTE : Operator.EQ;
    for (Object value : values(field)) {
      for (String sent : spellings(name, value)) {
        requireMeans(name, sent, bare, value);
        for (Operator operator : operators(field)) {
          String values = operator == Operator.NOTIN ? sent + "," + sent : sent;
          String condition = operator.takesList() ? "[" + values + "]" : sent;
          requireMeans(
              name,
              "{\"" + operator + "\":" + condition + "}",
              operator,
              operator.takesList() ? List.of(value) : value);
        }
      }
    }
  }

  private static List<Operator> operators(Field field) {
    List<Operator> operators = new ArrayList<>();
    Collections.addAll(operators, Operator.EQ, Operator.NEQ, Operator.IN, Operator.NOTIN);
    if (field.type().isOrdered()) {
      Collections.addAll(operators, Operator.GT, Operator.GTE, Operator.LT, Operator.LTE);
    }
    return operators;
  }

  private static void requireMeans(
      String name, String sent, Operator operator, @Nullable Object value) {
    Field field = SCHEMA.queryField(name).orElseThrow();
    Query expected = Query.builder(SCHEMA).where(field, operator, value).build();
    assertThat(accepted(name, sent)).as("%s: %s", name, sent).isEqualTo(expected.valueSets());
  }

  @ParameterizedTest
  @MethodSource("names")
  void read_ofAbsenceAndOfNothing_restrictsToItAndNothing(String name) {
    for (String nothing : List.of("null", "{}", "{\"eq\":\"any\"}", "\"any\"")) {
      if (!(name.equals("target_reliability") && nothing.equals("\"any\""))) {
        assertThat(accepted(name, nothing)).as(name + " " + nothing).isEmpty();
      }
    }
    for (Operator operator : List.of(Operator.EQ, Operator.NEQ)) {
      requireMeans(name, "{\"" + operator + "\":null}", operator, null);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void search_orderedByAName_isOrderedByItsField(String name) {
    Field field = SCHEMA.queryField(name).orElseThrow();
    for (String direction : List.of("asc", "desc")) {
      assertThat(read("order", "[[\"" + name + "\",\"" + direction + "\"]]"))
          .isEqualTo(read("order", "[[\"" + field + "\",\"" + direction + "\"]]"))
          .contains("order by " + field + " " + direction);
    }
  }

  @Test
  void read_ofTheSwitch_hidesExternalOffersIfAskedTo() {
    for (String no : List.of("false", "\"False\"", "0", "{\"eq\":false}", "{\"neq\":\"true\"}")) {
      requireMeans("external", no, Operator.EQ, false);
    }
    for (String yes : List.of("true", "1", "{\"eq\":true}", "{\"neq\":0}", "{}", "null")) {
      assertThat(accepted("external", yes)).as(yes).isEmpty();
    }
  }

  @Test
  void read_ofAConditionOnAKeyWithoutOne_isRefused() {
    assertThat(SCHEMA.ignoredKeys()).isEqualTo(WITHOUT_CONDITION.keySet());
    WITHOUT_CONDITION.forEach((key, sent) -> {
      assertThat(accepted(key, sent)).as(key).isEmpty();
      assertThat(accepted(key, "null")).as(key).isEmpty();
      for (Operator operator : Operator.values()) {
        String condition = "{\"" + operator + "\":" + (operator.takesList() ? "[1]" : "1") + "}";
        assertThatThrownBy(() -> accepted(key, condition))
            .as(key + " " + condition)
            .isInstanceOf(JsonException.class)
            .hasMessageContaining(" at /" + key);
      }
    });
  }

  @Test
  void read_ofAnUnknownName_isRefusedInEveryForm() {
    for (String sent : List.of("1", "\"1\"", "null", "{}", "{\"eq\":1}", "\"any\"", "[]")) {
      assertThatThrownBy(() -> accepted("platform_fee", sent))
          .isInstanceOfSatisfying(
              JsonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_FIELD));
    }
  }

  private static String read(String key, String sent) {
    return CODEC.readRequest(("{\"" + key + "\":" + sent + "}").getBytes(UTF_8)).toString();
  }

  /** Returns what a request accepts, and requires that it means the same where it is wrapped. */
  private static Map<Field, ValueSet> accepted(String name, String sent) {
    String body = "{\"disable_bundling\":true,\"limit\":1000,\"" + name + "\":" + sent + "}";
    SearchRequest request = CODEC.readRequest(body.getBytes(UTF_8));
    assertThat(CODEC.readRequest(("{\"q\":" + body + "}").getBytes(UTF_8)))
        .hasToString(request.toString());
    assertThat(CODEC.readAddress(Map.of("q", body.getBytes(UTF_8))))
        .hasToString(request.toString());
    return request.query().valueSets();
  }

  private static List<Object> values(Field field) {
    List<Object> values = new ArrayList<>();
    switch (field.type()) {
      case INTEGER -> Arrays.stream(INTEGERS).mapToObj(BigDecimal::valueOf).forEach(values::add);
      case NUMBER -> Arrays.stream(NUMBERS).mapToObj(BigDecimal::new).forEach(values::add);
      case BOOLEAN -> values.addAll(List.of(true, false));
      case VERSION -> values.addAll(VERSIONS);
      case PLACE -> values.addAll(PLACES);
      default -> values.addAll(TEXTS);
    }
    return values;
  }

  /** Returns the JSON of a value in every form that clients send, in the unit of the name. */
  private static List<String> spellings(String name, Object value) {
    if (value instanceof Boolean flag) {
      return flag ? List.of("true", "\"true\"", "\"True\"", "1") : List.of("false", "\"0\"", "0");
    }
    if (value instanceof BigDecimal number) {
      BigDecimal inUnit = name.endsWith("_GB") ? number.movePointLeft(3) : number;
      String plain = inUnit.toPlainString();
      List<String> spellings = new ArrayList<>(List.of(plain, '"' + plain + '"'));
      spellings.add(inUnit.scaleByPowerOfTen(2) + (inUnit.signum() == 0 ? "" : "e-2"));
      if (name.equals("has_avx") && plain.matches("[01]")) {
        spellings.addAll(plain.equals("1") ? List.of("true", "\"True\"") : List.of("false"));
      }
      return spellings.stream().filter(each -> !each.matches(".*E.*e.*")).toList();
    }
    List<String> spellings = new ArrayList<>(List.of("\"" + value + "\""));
    if (TEXTS.contains(value)) {
      spellings.add("\"" + value.toString().replace(' ', '_') + "\"");
    } else if (value.toString().matches("[0-9]+(\\.[0-9]+)?")) {
      spellings.add(value.toString());
    } else if (value.equals("535.86.05")) {
      spellings.add("535086005");
    }
    return spellings;
  }
}
