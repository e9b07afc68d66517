package io.offerengine.marketplace;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The marketplace's fields against the API document's list of them, section 2.1. */
class MarketplaceSchemaTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private static final String DOCUMENTED_INTEGERS =
      "id ask_contract_id bundle_id compute_cap cpu_cores cpu_ram direct_port_count"
          + " driver_vers end_date geolocode gpu_lanes gpu_ram gpu_total_ram gpu_max_power"
          + " gpu_max_temp has_avx host_id hosting_type machine_id num_gpus pci_gen vericode"
          + " avail_vol_ask_id avail_vol_size rn cluster_id bundled_results";
  private static final String DOCUMENTED_NUMBERS =
      "bw_nvlink cpu_cores_effective cpu_ghz credit_discount_max cuda_max_good"
          + " disk_bw disk_space dlperf dlperf_per_dphtotal dph_base dph_total duration"
          + " flops_per_dphtotal gpu_frac gpu_mem_bw inet_down inet_down_cost inet_up"
          + " inet_up_cost min_bid pcie_bw reliability reliability_mult score start_date"
          + " storage_cost storage_total_cost total_flops vram_costperhour"
          + " expected_reliability avail_vol_dph dph_total_adj reliability2 discount_rate"
          + " discounted_hourly discounted_dph_total internet_up_cost_per_tb"
          + " internet_down_cost_per_tb nw_disk_min_bw nw_disk_max_bw nw_disk_avg_bw";
  private static final String DOCUMENTED_STRINGS =
      "cpu_arch cpu_name disk_name driver_version geolocation gpu_arch gpu_name logo"
          + " mobo_name os_version public_ipaddr verification resource_type time_remaining"
          + " time_remaining_isbid hostname webpage";
  private static final String DOCUMENTED_BOOLEANS =
      "gpu_display_active is_bid rentable rented static_ip vms_enabled"
          + " is_vm_deverified external";

  /** Documented as integers, but offers bring fractions: kept as numbers. */
  private static final Set<String> INTEGERS_WITH_FRACTIONS =
      Set.of("end_date", "avail_vol_size", "pci_gen", "gpu_max_power", "gpu_max_temp");

  private static final Set<String> DERIVED =
      names(
          "gpu_total_ram cpu_cores_effective driver_vers verified datacenter"
              + " time_remaining time_remaining_isbid region");

  private static final Set<String> COMPUTED =
      names(
          "dph_base storage_total_cost dph_total dph_total_adj dlperf_per_dphtotal"
              + " flops_per_dphtotal vram_costperhour discounted_hourly discounted_dph_total"
              + " internet_up_cost_per_tb internet_down_cost_per_tb duration reliability2"
              + " dph_per_gpu cpu_cores_per_gpu cpu_ram_per_gpu disk_per_gpu job_total");

  private static Set<String> names(String separatedBySpaces) {
    return Set.of(separatedBySpaces.split(" ", -1));
  }

  /** Some of them are always null. */
  private static Map<String, String> documented() {
    Map<String, String> types = new TreeMap<>();
    for (String name : names(DOCUMENTED_INTEGERS)) {
      types.put(name, INTEGERS_WITH_FRACTIONS.contains(name) ? "number" : "integer");
    }
    names(DOCUMENTED_NUMBERS).forEach(name -> types.put(name, "number"));
    names(DOCUMENTED_STRINGS).forEach(name -> types.put(name, "string"));
    names(DOCUMENTED_BOOLEANS).forEach(name -> types.put(name, "boolean"));
    types.put("gpu_ids", "array of integer");
    types.put("search", "object");
    types.put("instance", "object");
    return types;
  }

  private static String jsonType(Field field) {
    return switch (field.type()) {
      case INTEGER -> "integer";
      case NUMBER -> "number";
      case BOOLEAN -> "boolean";
      case TEXT, VERSION, PLACE, DATE, INSTANT -> "string";
      case INTEGER_LIST -> "array of integer";
      case TEXT_LIST -> "array of string";
      case OBJECT -> "object";
    };
  }

  @Test
  void parameters_areThese() {
    assertThat(SCHEMA.parameters().stream().map(Parameter::name))
        .containsExactly(
            "type", "allocated_storage", "now", "job.hours", "job.down_gb", "job.up_gb");
    assertThat(MarketplaceSchema.NOW.isClock()).isTrue();
  }

  @Test
  void shownFields_areTheDocumented96_withTheirTypes() {
    Map<String, String> shown = new TreeMap<>();
    SCHEMA.shownFields().forEach(field -> shown.put(field.name(), jsonType(field)));
    assertThat(shown).isEqualTo(documented()).hasSize(96);
    assertThat(SCHEMA.shownFields()).hasSize(96);
  }

  @Test
  void hiddenFields_areVerifiedAndDatacenter() {
    List<String> hidden = new ArrayList<>();
    SCHEMA.fields().stream()
        .filter(field -> !field.isShown() && !field.isExtended())
        .forEach(field -> hidden.add(field + " " + jsonType(field)));
    assertThat(hidden).containsExactlyInAnyOrder("verified boolean", "datacenter boolean");
  }

  @Test
  void extendedFields_areTheQuestionsBeyondTheDocument() {
    assertThat(SCHEMA.fields().stream().filter(Field::isExtended).map(Field::name))
        .containsExactly(
            "region",
            "dph_per_gpu",
            "cpu_cores_per_gpu",
            "cpu_ram_per_gpu",
            "disk_per_gpu",
            "job_total");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Montana, US | NA",
        ", US | NA",
        "US | NA",
        "Ontario, CA | NA",
        "Kingston, JM | NA",
        "San José, CR | NA",
        "São Paulo, BR | SA",
        "Sofia, BG | EU",
        "Reykjavik, IS | EU",
        "Seoul, KR | AS",
        "Istanbul, TR | AS",
        "Sydney, AU | OC",
        "Lagos, NG | AF",
        "Antarctica, AQ | ",
        "Nowhere, ZZ | ",
        "Montana,US | ",
        "MontanaUS | ",
        "us | ",
        "U | ",
        "Montana | "
      })
  void region_ofAPlace_isThatOfItsCountry(String place, String region) {
    Offer offer =
        Offer.builder()
            .set(MarketplaceSchema.ID, 1)
            .set(MarketplaceSchema.GEOLOCATION, place)
            .build();
    assertThat(MarketplaceRegions.ofPlace(MarketplaceSchema.GEOLOCATION).derive(offer))
        .isEqualTo(region);
  }

  /** Each country of the world belongs to one region, but for those around the South Pole. */
  @Test
  void region_ofEachCountry_isThere() {
    Set<String> without = new TreeSet<>(List.of("AQ", "BV", "GS", "HM", "TF"));
    for (String country : Locale.getISOCountries()) {
      Offer offer =
          Offer.builder()
              .set(MarketplaceSchema.ID, 1)
              .set(MarketplaceSchema.GEOLOCATION, country)
              .build();
      Object region = MarketplaceRegions.ofPlace(MarketplaceSchema.GEOLOCATION).derive(offer);
      assertThat(region == null).as(country).isEqualTo(without.contains(country));
    }
  }

  @Test
  void nullability_onlyTheIdentifierIsRequired() {
    assertThat(SCHEMA.fields().stream().filter(field -> !field.isNullable()).toList())
        .containsExactly(SCHEMA.idField());
    assertThat(SCHEMA.idField().name()).isEqualTo("id");
  }

  @Test
  void versionsAndPlaces_areTheFieldsThatCompareAsSuch() {
    Map<String, FieldType> special = new LinkedHashMap<>();
    for (Field field : SCHEMA.fields()) {
      if (field.type() == FieldType.VERSION || field.type() == FieldType.PLACE) {
        special.put(field.name(), field.type());
      }
    }
    assertThat(special)
        .isEqualTo(
            Map.of(
                "driver_version", FieldType.VERSION,
                "os_version", FieldType.VERSION,
                "geolocation", FieldType.PLACE));
  }

  /** Those in gigabytes have a thousandth of the megabytes of their fields. */
  @Test
  void aliases_areTheseAndNoMore() {
    List<String> aliases = new ArrayList<>();
    for (FieldName alias : SCHEMA.aliases()) {
      aliases.add(alias.name() + "=" + alias.field() + (alias.unit() == 1000 ? " GB" : ""));
      assertThat(SCHEMA.queryName(alias.name())).hasValue(alias);
      assertThat(SCHEMA.queryField(alias.name())).hasValue(alias.field());
      assertThat(SCHEMA.queryField(alias.field().name())).hasValue(alias.field());
    }
    assertThat(aliases)
        .containsExactlyInAnyOrder(
            "ubuntu_version=os_version",
            "reliability2=reliability",
            "cuda_vers=cuda_max_good",
            "dph=dph_total",
            "dphtotal=dph_total",
            "dlperf_usd=dlperf_per_dphtotal",
            "flops_usd=flops_per_dphtotal",
            "display_active=gpu_display_active",
            "gpu_totalram=gpu_total_ram",
            "target_reliability=expected_reliability",
            "gpu_ram_GB=gpu_ram GB",
            "gpu_totalram_GB=gpu_total_ram GB",
            "gpu_total_ram_GB=gpu_total_ram GB",
            "cpu_ram_GB=cpu_ram GB");
  }

  @Test
  void filterAndOrder_everyScalarFieldTakes_noOtherDoes() {
    Set<String> others = Set.of("gpu_ids", "search", "instance");
    for (Field field : SCHEMA.fields()) {
      boolean scalar = !others.contains(field.name());
      boolean filterable = scalar || field.name().equals("gpu_ids");
      assertThat(field.isFilterable()).as("%s filterable", field).isEqualTo(filterable);
      assertThat(field.isSortable()).as("%s sortable", field).isEqualTo(scalar);
    }
  }

  /** What follows from other values is not stored, but for two fields that keep what is given. */
  @Test
  void definitions_areThereForDerivedAndComputedFieldsOnly() {
    Set<String> keptAsGiven = Set.of("dph_base", "driver_vers");
    Set<String> defined = new TreeSet<>();
    for (Field field : SCHEMA.fields()) {
      boolean follows = field.derivation() != null || field.formula() != null;
      assertThat(field.definition().isEmpty()).as("definition of %s", field).isEqualTo(!follows);
      assertThat(field.derivation() != null)
          .as("%s derived", field)
          .isEqualTo(DERIVED.contains(field.name()));
      assertThat(field.formula() != null)
          .as("%s computed", field)
          .isEqualTo(COMPUTED.contains(field.name()));
      boolean isObject = field.type() == FieldType.OBJECT;
      assertThat(field.isStored())
          .as("%s stored", field)
          .isEqualTo((!follows && !isObject) || keptAsGiven.contains(field.name()));
      if (follows) {
        defined.add(field.name());
      }
    }
    assertThat(defined).hasSize(DERIVED.size() + COMPUTED.size());
  }

  @ParameterizedTest
  @CsvSource({
    "gpu_ram, MB",
    "gpu_total_ram, MB",
    "cpu_ram, MB",
    "duration, s",
    "dph_total, $/hour",
    "storage_cost, $/GB/month",
    "disk_space, GB",
    "inet_down, MB/s",
    "inet_down_cost, $/GB",
    "bw_nvlink, GB/s",
    "cpu_ghz, GHz",
    "gpu_max_power, W",
    "gpu_max_temp, degrees Celsius",
    "total_flops, TFLOPs",
    "min_bid, $/hour",
    "disk_bw, MB/s",
    "gpu_mem_bw, GB/s"
  })
  void units_areTheDocumentedOnes(String name, String unit) {
    assertThat(SCHEMA.field(name).orElseThrow().unit()).isEqualTo(unit);
  }

  @ParameterizedTest
  @CsvSource({
    "gpu_nme, gpu_name",
    "numgpus, num_gpus",
    "dph_totl, dph_total",
    "ubuntu_versoin, ubuntu_version",
    "verifed, verified",
    "reliabilty, reliability",
    "GPU_NAME, gpu_name",
    "numGpus, num_gpus",
    "compute_capability, compute_cap",
    "price, dph_total",
    "vram, gpu_ram",
    "gpu_count, num_gpus",
    "country, geolocation",
    "cuda, cuda_max_good",
    "min_gpu_ram_of_each, gpu_ram",
    "dph_total_price, dph_total",
    "max_dph, dph",
    "inet_down_cst, inet_down_cost",
    "compute, compute_cap",
    "reliab, reliability",
    "gpu, ",
    "platform_fee, ",
    "something_else_entirely, "
  })
  void likeliestName_anUnknownOne_isWhatIsProbablyMeant(String misspelt, String expected) {
    assertThat(SCHEMA.likeliestName(misspelt).orElse(null)).isEqualTo(expected);
  }
}
