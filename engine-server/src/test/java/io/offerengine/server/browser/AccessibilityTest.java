package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.ServerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * axe finds nothing in the page, light and dark, from 320 pixels to 4K. The tests leave pictures in
 * {@code target/screenshots}.
 */
@RequiresBrowser
class AccessibilityTest {
  private static GeneratedMarket market;
  private static ApiServer server;
  private static ApiServer locked;
  private static Chromium chromium;
  private static String axe;

  @BeforeAll
  static void open() throws IOException {
    market = new GeneratedMarket();
    server = market.servePublic(ServerSettings.defaults());
    locked = market.serveWithKey();
    chromium = new Chromium();
    try (InputStream script = AccessibilityTest.class.getResourceAsStream("/axe.min.js")) {
      axe = new String(script.readAllBytes(), UTF_8);
    }
  }

  @AfterAll
  static void close() {
    chromium.close();
    market.close();
  }

  /** Checks the window as it is now, with all rules of axe. */
  @SuppressWarnings("unchecked")
  private static void assertAccessible(SearchPage page) {
    page.tab().evaluate(axe);
    List<String> violations =
        (List<String>)
            page.tab()
                .evaluate(
                    "() => axe.run(document).then((found) => found.violations.map((each) =>"
                        + " `${each.impact} ${each.id}: ${each.nodes[0].html}"
                        + " ${each.nodes[0].failureSummary}`))");
    assertThat(violations).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "table,       1300,  900, LIGHT",
    "table-dark,  1300,  900, DARK",
    "cards,        390,  844, LIGHT",
    "cards-small,  320,  640, DARK",
    "table-4k,    3840, 2160, LIGHT"
  })
  void page_isAccessible(String name, int width, int height, ColorScheme colours) {
    try (SearchPage page = open(server, "", width, height, colours)) {
      assertThat(page.find("#rows > tr").nth(20)).isAttached();
      page.screenshot(name);
      assertAccessible(page);
      assertThat(
              page.tab()
                  .evaluate(
                      "() => document.documentElement.scrollWidth"
                          + " - document.documentElement.clientWidth"))
          .isEqualTo(0);
      if (width < 1_000) {
        page.find("#show-filters").click();
        page.screenshot(name + "-filters");
        assertAccessible(page);
        page.find("#show-filters").click();
      }
      page.find("#rows button.name").first().click();
      assertThat(page.find("#detail-fields dt").first()).isVisible();
      page.screenshot(name + "-detail");
      assertAccessible(page);
    }
  }

  @Test
  void nothingTheKeyAndTheColumns_areAccessible() {
    for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      try (SearchPage page =
          open(server, "#type=on-demand&num_gpus.in=8&dph_total.lte=0.01", 1_300, 900, colours)) {
        assertThat(page.find("#drops li").first()).isVisible();
        page.screenshot("nothing-" + colours.name().toLowerCase(java.util.Locale.ROOT));
        assertAccessible(page);
        page.find("#choose-columns").click();
        assertAccessible(page);
      }
      try (SearchPage page = open(locked, "", 1_300, 900, colours)) {
        assertThat(page.find("#key")).isVisible();
        page.screenshot("key-" + colours.name().toLowerCase(java.util.Locale.ROOT));
        assertAccessible(page);
      }
    }
  }

  @Test
  void results_areAnnounced() {
    try (SearchPage page = open(server, "", 1_300, 900, ColorScheme.LIGHT)) {
      assertThat(page.find("#total")).hasAttribute("aria-live", "polite");
      assertThat(page.find("#notice")).hasAttribute("role", "alert");
      Map<String, String> names =
          Map.of("#storage", "Storage", "#storage-box", "Storage in GB", "#sort-first", "Sort by");
      names.forEach((selector, name) -> assertThat(page.find(selector)).hasAccessibleName(name));
    }
  }

  private static SearchPage open(
      ApiServer service, String fragment, int width, int height, ColorScheme colours) {
    return SearchPage.open(chromium.browser(), service, fragment, width, height, colours);
  }
}
