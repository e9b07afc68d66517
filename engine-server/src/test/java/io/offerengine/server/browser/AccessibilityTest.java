package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import io.offerengine.server.http.ApiServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * axe finds nothing in the page, light and dark, from 320 pixels to 4K. The tests leave pictures in
 * {@code target/screenshots}.
 */
class AccessibilityTest extends PublicPages {
  @ParameterizedTest
  @CsvSource({
    "table,           1366,  768, LIGHT",
    "table-wide-dark, 2560, 1300, DARK",
    "cards,            360,  740, LIGHT"
  })
  void page_isAccessible(String name, int width, int height, ColorScheme colours) {
    assertAccessible(name, width, height, colours);
  }

  @Tag("full")
  @ParameterizedTest
  @CsvSource({
    "table-dark,      1366,  768, DARK",
    "table-wide,      2560, 1300, LIGHT",
    "cards-dark,       360,  740, DARK",
    "cards-small,      320,  640, DARK",
    "table-4k,        3840, 2160, LIGHT"
  })
  void page_inOtherSizesAndColours_isAccessible(
      String name, int width, int height, ColorScheme colours) {
    assertAccessible(name, width, height, colours);
  }

  private void assertAccessible(String name, int width, int height, ColorScheme colours) {
    SearchPage page = page(server(), "", width, height, colours);
    assertThat(page.find("#rows > tr").nth(10)).isAttached();
    page.screenshot(name);
    page.assertAccessible();
    page.assertNothingSticksOut();
    if (width < 1_000) {
      page.find("#show-filters").click();
      page.screenshot(name + "-filters");
      page.assertAccessible();
      page.find("#show-offers").click();
    }
    page.find("#rows button.name").first().click();
    page.find("#detail-count").click();
    assertThat(page.find("#detail-fields dt").first()).isVisible();
    page.screenshot(name + "-detail");
    page.assertAccessible();
  }

  @Test
  void nothingTheKeyAndTheColumns_areAccessible() throws IOException {
    ApiServer locked = market().serveWithKey();
    for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      SearchPage page =
          page(server(), "#type=on-demand&num_gpus.in=8&dph_total.lte=0.01", 1_300, 900, colours);
      assertThat(page.find("#drops li").first()).isVisible();
      page.screenshot("nothing-" + colours.name().toLowerCase(java.util.Locale.ROOT));
      page.assertAccessible();
      page.find(".menu summary").click();
      page.find("#choose-columns").click();
      page.assertAccessible();
      page = page(locked, "", 1_300, 900, colours);
      assertThat(page.find("#key")).isVisible();
      page.screenshot("key-" + colours.name().toLowerCase(java.util.Locale.ROOT));
      page.assertAccessible();
    }
  }

  @Test
  void results_areAnnounced() {
    SearchPage page = page(server(), "", 1_300, 900, ColorScheme.LIGHT);
    assertThat(page.find("#total")).hasAttribute("aria-live", "polite");
    assertThat(page.find("#notice")).hasAttribute("role", "alert");
    Map<String, String> names =
        Map.of("#storage", "Storage", "#storage-box", "Storage in GB", "#sort-first", "Sort by");
    names.forEach((selector, name) -> assertThat(page.find(selector)).hasAccessibleName(name));
  }
}
