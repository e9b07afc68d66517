package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Filters for any field, quick sorts and presets. */
class EveryFieldTest extends PublicPages {
  @Test
  void fields_areFoundByNameOrUnit() {
    SearchPage page = all();
    Locator find = page.find("#find-filter");
    find.fill("nvlink");
    assertThat(page.find("#found-filters button")).hasText(new String[] {"NVLink"});
    find.press("Enter");
    Locator nvlink = page.find("details[data-field='bw_nvlink']");
    assertThat(nvlink).hasAttribute("open", "");
    nvlink.getByLabel("NVLink, least").nth(1).fill("100");
    page.awaitOffers(count("{\"bw_nvlink\":{\"gte\":100}}"));
    assertThat(page.find(".chip")).hasText("NVLink: ≥ 100 GB/s×");
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
  void quickSorts_areOneClick() {
    SearchPage page = page(ALL + "&bundles=no").awaitOffers(OFFERS);
    List<String> fields = List.of("dph_total", "dph_per_gpu", "dlperf_per_dphtotal", "reliability");
    for (String field : fields) {
      Locator button = page.find("#quick button[data-order='" + field + "']");
      button.click();
      assertThat(button).hasAttribute("aria-pressed", "true");
      page.awaitOffers(OFFERS);
      String direction = field.startsWith("dph") ? "asc" : "desc";
      String order = "\"order\":[[\"%s\",\"%s\"]]".formatted(field, direction);
      assertThat(page.ids(50))
          .isEqualTo(ids("{\"limit\":50,\"disable_bundling\":true," + order + "}"));
    }
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
