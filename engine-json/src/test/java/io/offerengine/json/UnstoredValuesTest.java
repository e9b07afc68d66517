package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.DateField;
import io.offerengine.schema.Field;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Offers that say things under other names, or only by what follows from them. */
class UnstoredValuesTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final OfferCodec CODEC = new OfferCodec(SCHEMA);

  private static ByteArrayInputStream text(String json) {
    return new ByteArrayInputStream(json.getBytes(UTF_8));
  }

  private static String skipped(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** Each as a line, and as a list, which is read by tokens. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`\"reliability2\":0.75` | `\"reliability\":0.75` | ``",
        "`\"reliability2\":0.5,\"reliability\":0.75` | `\"reliability\":0.75` | ``",
        "`\"reliability2\":null` | `` | ``",
        "`\"cuda_vers\":12.4` | `\"cuda_max_good\":12.4` | ``",
        "`\"cuda_vers\":12.4,\"cuda_max_good\":11` | `\"cuda_max_good\":11` | cuda_vers 1",
        "`\"ubuntu_version\":\"22.04\"` | `\"os_version\":\"22.04\"` | ``",
        "`\"display_active\":true` | `\"gpu_display_active\":true` | ``",
        "`\"gpu_ram_GB\":24` | `\"gpu_ram\":24000` | ``",
        "`\"gpu_ram_GB\":24.564` | `\"gpu_ram\":24564` | ``",
        "`\"cpu_ram_GB\":null` | `` | ``",
        "`\"target_reliability\":0.9` | `` | target_reliability 1",
        "`\"verified\":true` | `\"verification\":\"verified\"` | ``",
        "`\"verified\":false` | `` | ``",
        "`\"verified\":true,\"verification\":\"x\"` | `\"verification\":\"x\"` | ``",
        "`\"datacenter\":true` | `\"hosting_type\":1` | ``",
        "`\"datacenter\":true,\"hosting_type\":0` | `\"hosting_type\":0` | ``",
        "`\"dph_total\":1.5` | `` | dph_total 1",
        "`\"dphtotal\":1.5` | `` | dphtotal 1",
        "`\"dph_total\":1.5,\"dph_base\":1.25` | `\"dph_base\":1.25` | ``",
        "`\"dph_total\":null` | `` | ``",
        "`\"gpu_total_ram\":48000` | `` | gpu_total_ram 1",
        "`\"gpu_totalram_GB\":48` | `` | gpu_totalram_GB 1",
        "`\"gpu_total_ram\":8,\"gpu_ram\":4,\"num_gpus\":2`"
            + " | `\"gpu_ram\":4,\"num_gpus\":2` | ``",
        "`\"duration\":5,\"dlperf_per_dphtotal\":2` | `` | dlperf_per_dphtotal 1, duration 1",
        "`\"vram_costperhour\":5,\"dph_base\":7,\"gpu_ram\":4`"
            + " | `\"dph_base\":7,\"gpu_ram\":4` | vram_costperhour 1",
        "`\"vram_costperhour\":5,\"dph_base\":7,\"gpu_ram\":4,\"num_gpus\":2`"
            + " | `\"dph_base\":7,\"gpu_ram\":4,\"num_gpus\":2` | ``",
        "`\"duration\":5,\"end_date\":7` | `\"end_date\":7` | ``",
        "`\"gpu_totalram_GB\":48,\"gpu_ram_GB\":24,\"num_gpus\":2`"
            + " | `\"gpu_ram\":24000,\"num_gpus\":2` | ``",
        "`\"region\":\"EU\"` | `` | region 1",
        "`\"region\":\"EU\",\"geolocation\":\", FR\"` | `\"geolocation\":\", FR\"` | ``",
        "`\"region\":null,\"search\":null` | `` | ``",
        "`\"search\":{\"totalHour\":1}` | `` | search 1",
        "`\"search\":{\"totalHour\":1},\"dph_base\":1` | `\"dph_base\":1` | ``",
        "`\"search\":{\"totalHour\":null}` | `` | ``",
        "`\"instance\":{\"diskHour\":0},\"time_remaining\":\"\"` | `` | ``"
      })
  void read_ofWhatIsNotStored_keepsWhatItSays(String given, String stored, String unused) {
    Offer expected =
        CODEC.read(text("{" + (stored.isEmpty() ? "" : stored + ",") + "\"id\":1}")).next();
    for (String form : new String[] {"{\"id\":1,%s}", "[{%s,\"id\":1}]"}) {
      OfferReader reader = CODEC.read(text(form.formatted(given)));
      assertThat(reader.next()).isEqualTo(expected);
      assertThat(skipped(reader.skippedFields())).isEqualTo(unused);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`\"gpu_ram_GB\":24.0001` | gpu_ram_GB is of type integer and takes a number that comes to",
        "`\"gpu_ram_GB\":\"24\"` | gpu_ram_GB is of type integer and takes a number, but got",
        "`\"dphtotal\":\"1\"` | dphtotal is of type number and takes a number",
        "`\"cuda_vers\":true` | cuda_vers is of type number",
        "`\"ubuntu_version\":22.04` | ubuntu_version is of type version and takes a text"
      })
  void read_ofAWrongValueUnderAnAlias_namesIt(String given, String message) {
    assertThatThrownBy(() -> CODEC.read(text("{\"id\":1," + given + "}")).next())
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`\"reliability2\":0.75` | reliability=0.75 | ``",
        "`\"reliability2\":0.75,\"reliability\":0.5` | reliability=0.5 | ``",
        "`\"gpu_ram_GB\":24` | gpu_ram=24000 | ``",
        "`\"dph_total\":2` | `` | dph_total 1",
        "`\"verified\":true` | `` | verified 1",
        "`\"dph_total\":2,\"dph_base\":1` | dph_base=1.0 | ``",
        "`\"region\":\"EU\"` | `` | region 1",
        "`\"search\":{\"totalHour\":1}` | `` | search 1",
        "`\"search\":{\"totalHour\":1},\"dph_base\":1` | dph_base=1.0 | ``",
        "`\"gpu_totalram_GB\":48,\"gpu_ram_GB\":24` | gpu_ram=24000 | ``",
        "`\"gpu_total_ram\":4,\"gpu_ram_GB\":24` | gpu_ram=24000 | ``",
        "`\"gpu_ram_GB\":null` | gpu_ram=absent | ``",
        "`\"gpu_ram_GB\":null,\"gpu_ram\":4` | gpu_ram=4 | ``",
        "`\"reliability2\":null` | reliability=absent | ``",
        "`\"dphtotal\":null,\"dph_total\":null,\"search\":null` | `` | ``"
      })
  void readChanges_ofWhatIsNotStored_changesWhatItSays(
      String given, String changed, String unused) {
    ChangesReader reader = CODEC.readChanges(text("{\"id\":1," + given + "}"));
    OfferBatch.Update update = reader.next();
    String shown =
        update.changes().fields().stream().map(Field::name).collect(Collectors.joining());
    assertThat(shown).isEqualTo(changed.replaceFirst("=.*", ""));
    if (changed.endsWith("=absent")) {
      assertThat(update.changes().toString()).doesNotContain(shown + "=");
    } else {
      assertThat(update.changes().toString()).contains(changed);
    }
    assertThat(skipped(reader.skippedFields())).isEqualTo(unused);
  }

  /** Formulas read flags, dates, and values that are derived unless they are given. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`\"total\":5,\"price\":4,\"furnished\":true` | total 1",
        "`\"total\":5,\"price\":4,\"free\":\"2026-11-26\"` | total 1",
        "`\"total\":5,\"price\":4,\"furnished\":true,\"free\":\"2026-11-26\"` | ``",
        "`\"total\":5,\"price\":4,\"furnished\":true,\"free\":\"2026-11-26\",\"beds\":2` | ``"
      })
  void read_ofAComputedValue_findsItsInputsAsFormulasDo(String given, String unused) {
    Schema.Builder rooms = Schema.builder("rooms", "id");
    NumberField price = rooms.number("price").add();
    FlagField furnished = rooms.flag("furnished").add();
    DateField free = rooms.date("free").add();
    IntegerField beds = rooms.integer("beds").derivedUnlessGiven("1", offer -> 1L).add();
    rooms
        .number("total")
        .computed(
            Formula.of(
                "price * furnished * beds + free",
                List.of(price, furnished, beds, free),
                (in, arguments) -> in[0] * in[1] * in[2] + in[3]))
        .add();
    OfferReader reader = new OfferCodec(rooms.build()).read(text("{\"id\":1," + given + "}"));
    assertThat(reader.next().id()).isEqualTo(1);
    assertThat(skipped(reader.skippedFields())).isEqualTo(unused);
  }
}
