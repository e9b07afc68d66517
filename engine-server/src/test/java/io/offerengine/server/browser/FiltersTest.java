package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The filters of the page, also those for any field, quick sorts and presets. Every expected number
 * is a search of its own at the engine.
 */
class FiltersTest extends PublicPages {
  private static final String FIRST =
      "\"verification\":{\"in\":[\"verified\"]},\"rentable\":{\"eq\":true},"
          + "\"rented\":{\"eq\":false}";

  /** Returns the texts beside the values of a filter. */
  @SuppressWarnings("unchecked")
  private static Map<String, String> counts(Locator section) {
    return (Map<String, String>)
        section.evaluate(
            "(section) => Object.fromEntries([...section.querySelectorAll('label[data-value]')]"
                + ".map((row) => [row.dataset.value, row.querySelector('.count').textContent]))");
  }

  private static void assertCounts(
      SearchPage page, String field, String operator, String others, int values) {
    Locator section = page.section(field);
    assertThat(section.locator("[data-value]").nth(values - 1)).isAttached();
    Map<String, String> counts = counts(section);
    counts.forEach((value, count) -> {
      String json = value.matches("true|false|[\\d.]+") ? value : "\"" + value + "\"";
      String condition = "\"" + field + "\":{\"" + operator + "\":" + json + "}";
      long expected = count("{" + others + (others.isEmpty() ? "" : ",") + condition + "}");
      assertThat(count).as("%s %s", field, value).isEqualTo(String.format("%,d", expected));
    });
  }

  @Test
  void counts_ofEveryValue_areThoseOfTheServiceWithoutTheOwnCondition() {
    SearchPage page = page("").awaitOffers(count("{" + FIRST + "}"));
    for (String field : List.of("cuda_max_good", "driver_version", "cpu_arch", "static_ip")) {
      page.section(field);
    }
    assertThat(page.section("driver_version").locator("[data-value]").nth(3)).isVisible();
    assertCounts(page, "gpu_name", "eq", FIRST, 20);
    assertCounts(page, "num_gpus", "eq", FIRST, 4);
    assertCounts(page, "geolocation", "eq", FIRST, 10);
    assertCounts(page, "cpu_arch", "eq", FIRST, 1);
    assertCounts(page, "static_ip", "eq", FIRST, 2);
    assertCounts(page, "cuda_max_good", "gte", FIRST, 3);
    assertCounts(page, "driver_version", "gte", FIRST, 3);
    assertCounts(page, "verification", "eq", FIRST.substring(FIRST.indexOf("\"rentable")), 3);
    assertCounts(page, "rented", "eq", FIRST.substring(0, FIRST.indexOf(",\"rented")), 2);
    page.value("gpu_name", "RTX 4090").locator("input").check();
    String more = FIRST + ",\"gpu_name\":{\"in\":[\"RTX 4090\"]}";
    page.awaitOffers(count("{" + more + "}"));
    assertCounts(page, "gpu_name", "eq", FIRST, 20);
    assertCounts(page, "num_gpus", "eq", more, 4);
    assertCounts(page, "geolocation", "eq", more, 10);
  }

  @Test
  void values_flagsAndLeastValues_areChosenOrTyped_andTakenBack() {
    SearchPage page = all();
    page.value("num_gpus", "2 ×").locator("input").check();
    page.value("num_gpus", "4 ×").locator("input").check();
    page.awaitOffers(count("{\"num_gpus\":{\"in\":[2,4]}}"));
    assertThat(page.find(".chip")).hasText("GPUs: 2 ×, 4 ××");
    Locator find = page.section("gpu_name").locator("input[type=search]");
    find.fill("4090");
    Locator shown = page.section("gpu_name").locator("label.value:visible");
    assertThat(shown.allTextContents())
        .isNotEmpty()
        .allSatisfy(text -> assertThat(text).contains("4090"));
    // The model that has this word, and not those that only begin so.
    find.press("Enter");
    String exact = "\"gpu_name\":\"RTX 4090\"";
    page.awaitOffers(count("{\"num_gpus\":{\"in\":[2,4]}," + exact + "}"));
    find.fill("rtx 409");
    find.press("Enter");
    page.awaitOffers(
        count("{\"num_gpus\":{\"in\":[2,4]},\"gpu_name\":{\"contains\":\"rtx 409\"}}"));
    page.value("num_gpus", "2 ×").locator("input").uncheck();
    page.awaitOffers(count("{\"num_gpus\":{\"in\":[4]},\"gpu_name\":{\"contains\":\"rtx 409\"}}"));
    page.find("button[aria-label='any GPU model']").click();
    page.awaitOffers(count("{\"num_gpus\":{\"in\":[4]}}"));
    page.find(".chip[data-field='num_gpus']").click();
    page.awaitOffers(OFFERS);
    assertThat(page.find("#clear")).isHidden();
    page.value("datacenter", "yes").locator("input").check();
    page.awaitOffers(count("{\"datacenter\":true}"));
    page.value("datacenter", "no").locator("input").check();
    page.awaitOffers(count("{\"datacenter\":false}"));
    page.value("static_ip", "yes").locator("input").check();
    page.awaitOffers(count("{\"datacenter\":false,\"static_ip\":true}"));
    page.find("#clear").click();
    page.awaitOffers(OFFERS);
    assertThat(page.value("datacenter", "any").locator("input")).isChecked();
    page.section("driver_version").locator("[data-value='550'] input").check();
    page.awaitOffers(count("{\"driver_version\":{\"gte\":\"550\"}}"));
    page.section("cuda_max_good").locator("[data-value] input").first().check();
    assertThat(page.find(".chip")).hasCount(2);
  }

  @Test
  void ranges_areTypedInTheReadersUnit() {
    SearchPage page = all();
    Locator memory = page.section("gpu_ram");
    memory.getByLabel("Memory per GPU, least").nth(1).fill("24 GB");
    page.awaitOffers(count("{\"gpu_ram\":{\"gte\":24000}}"));
    assertThat(page.fragment()).contains("gpu_ram.gte=24000");
    assertThat(count("{\"gpu_ram\":24564}")).isPositive();
    memory.getByLabel("Memory per GPU, greatest").nth(1).fill("24");
    // 24 GB are the 24,564 MB of an RTX 4090, too.
    page.awaitOffers(count("{\"gpu_ram\":{\"gte\":24000,\"lte\":24576}}"));
    assertThat(page.find("#rows .main").first()).containsText("×");
    page.find("button[aria-label='any Memory per GPU']").click();
    page.awaitOffers(OFFERS);
  }

  @Test
  void ranges_areSlidAndShowWhatMatches() {
    SearchPage page = all();
    Locator price = page.section("dph_total");
    long counted = page.assertBars("dph_total", market);
    assertThat(counted + count("{\"dph_total\":{\"lt\":0.05}}")).isEqualTo(OFFERS);
    Locator low = price.locator("input.least");
    Locator high = price.locator("input.greatest");
    low.focus();
    low.press("ArrowRight");
    low.press("ArrowRight");
    page.awaitOffers(count("{\"dph_total\":{\"gte\":0.1}}"));
    high.press("ArrowLeft");
    page.awaitOffers(count("{\"dph_total\":{\"gte\":0.1,\"lte\":32}}"));
    assertThat(low).hasAttribute("aria-valuetext", "0.1 $/h, whole offer");
    assertThat(price.locator("rect.out")).hasCount(3);
    high.press("Home");
    // The ends never cross: the upper one stops behind the lower one.
    page.awaitOffers(count("{\"dph_total\":{\"gte\":0.1,\"lte\":0.15}}"));
    low.press("Home");
    page.awaitOffers(count("{\"dph_total\":{\"lte\":0.15}}"));
    high.press("End");
    page.awaitOffers(OFFERS);
  }

  @Test
  void numbers_areReadAsTheReadersLanguageWritesThem() {
    SearchPage page = page(server, ALL + "&storage=7.5", "de-DE", 1_300, 900, ColorScheme.LIGHT);
    Locator storage = page.find("#storage-box");
    assertThat(storage).hasValue("7,5");
    storage.fill("12,5");
    assertThat(page.tab()).hasURL(Pattern.compile("storage=12\\.5"));
    storage.fill("1.000");
    assertThat(page.find("#included")).containsText("1.000 GB");
    assertThat(page.tab()).hasURL(Pattern.compile("storage=1000(&|$)"));
    page.section("gpu_ram").getByLabel("Memory per GPU, least").nth(1).fill("23,5");
    assertThat(page.tab()).hasURL(Pattern.compile("gpu_ram\\.gte=23500"));
    assertThat(page.find(".chip")).containsText("≥ 23,5 GB");
  }

  @Test
  void price_followsThePeriod() {
    SearchPage page =
        page(ALL + "&dph_total.lte=0.5").awaitOffers(count("{\"dph_total\":{\"lte\":0.5}}"));
    Locator box = page.section("dph_total").getByLabel("Price, greatest").nth(1);
    assertThat(box).hasValue("0.5");
    page.find("#period").getByLabel("Month").check();
    assertThat(box).hasValue("360");
  }

  @Test
  void conditions_withoutASectionAreChipsToo() {
    SearchPage page = page(ALL + "&compute_cap.gte=890&cpu_name=none%20such");
    assertThat(page.find("#nothing")).isVisible();
    assertThat(page.find(".chip")).hasCount(2);
    page.find(".chip[data-field='cpu_name']").click();
    page.awaitOffers(count("{\"compute_cap\":{\"gte\":890}}"));
  }

  @Test
  void fields_areFoundByNameOrUnit() {
    SearchPage page = all();
    Locator find = page.find("#find-filter");
    find.fill("nvlink");
    assertThat(page.find("#found-filters button")).hasText(new String[] {"NVLink"});
    find.press("Enter");
    assertThat(page.find("details[data-field='bw_nvlink']")).hasAttribute("open", "");
    find.fill("mb/s");
    assertThat(page.find("#found-filters")).containsText("Network: download");
    find.fill("no such thing");
    assertThat(page.find("#found-note")).hasText("No field has this name.");
    find.press("Escape");
    assertThat(find).hasValue("");
    find.fill("host name");
    page.find("#found-filters button").first().click();
    assertThat(page.find("details[data-field='hostname']")).isVisible();
    page.tab().reload();
    assertThat(page.find("details[data-field='hostname']")).hasAttribute("open", "");
  }

  /** Every section that the finder can open gets an answer of the service. */
  @Test
  void filters_ofAllFieldsAreAnswered() {
    SearchPage page = all();
    Object names =
        page.tab()
            .evaluate(
                """
                async () => {
                  const script = document.querySelector('script[type=module]').src;
                  const filters = await import(script.replace('page.js', 'filters.js'));
                  return filters.filterNames().join();
                }\
                """);
    assertThat(((String) names).split(",")).hasSizeGreaterThan(95);
    page.tab().evaluate("(open) => (location.hash = 'type=on-demand&open=' + open)", names);
    assertThat(page.find("#added details")).not().hasCount(0);
    page.awaitOffers(OFFERS);
    assertThat(page.find("#notice")).isHidden();
    assertThat(page.find(".problem:visible")).hasCount(0);
  }

  @Test
  void presets_areAddresses() {
    SearchPage page = all();
    Locator presets = page.find("#presets a");
    assertThat(presets).hasCount(4);
    for (int preset = 0; preset < 4; preset++) {
      String address = presets.nth(preset).getAttribute("href");
      presets.nth(preset).click();
      page.tab().waitForFunction("(address) => location.hash === address", address);
      assertThat(page.find("#results")).hasAttribute("aria-busy", "false");
      assertThat(page.find("#notice")).isHidden();
      assertThat(page.find(".chip[data-field='verification']")).isVisible();
    }
    page.tab().goBack();
    page.tab().goBack();
    page.tab().goBack();
    page.tab().goBack();
    page.awaitOffers(OFFERS);
  }
}
