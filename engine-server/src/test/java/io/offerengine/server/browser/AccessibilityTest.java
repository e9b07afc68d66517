package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Keyboard;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.offerengine.server.http.ApiServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The page for everybody. axe finds nothing in it, light and dark, from 320 pixels to 4K; the tests
 * leave pictures in {@code target/screenshots}. It is used without a mouse: by single keys, and by
 * those that go from one control to the next.
 */
class AccessibilityTest extends PublicPages {
  private static final String KEYS_AT_ONCE =
      """
      ([key, times]) => {
        for (let i = 0; i < times; i++) {
          const event = new KeyboardEvent('keydown', { key, bubbles: true });
          document.activeElement.dispatchEvent(event);
        }
      }\
      """;

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
    SearchPage page = page(server, "", width, height, colours);
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
    ApiServer locked = market.serveWithKey();
    for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      SearchPage page =
          page(server, "#type=on-demand&num_gpus.in=8&dph_total.lte=0.01", 1_300, 900, colours);
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
  void keys_findWalkOpenPinAndClose() {
    SearchPage page = all();
    Keyboard keys = page.tab().keyboard();
    Locator names = page.find("#rows button.name");
    keys.press("j");
    assertThat(names.nth(0)).isFocused();
    keys.press("j");
    keys.press("j");
    keys.press("k");
    assertThat(names.nth(1)).isFocused();
    keys.press("c");
    assertThat(page.find("#rows .pin").nth(1)).hasAttribute("aria-pressed", "true");
    keys.press("Enter");
    assertThat(page.find("#detail")).isVisible();
    // Keys mean nothing while something lies over the offers.
    keys.press("j");
    keys.press("Escape");
    assertThat(page.find("#detail")).isHidden();
    assertThat(names.nth(1)).isFocused();
    keys.press("?");
    assertThat(page.find("#keys dt")).hasCount(6);
    page.assertAccessible();
    keys.press("Escape");
    assertThat(page.find("#keys")).isHidden();
    keys.press("/");
    Locator find = page.find("details[data-field='gpu_name'] input[type=search]");
    assertThat(find).isFocused();
    keys.type("rtx 4090");
    assertThat(find).hasValue("rtx 4090");
    keys.press("Enter");
    page.awaitOffers(count("{\"gpu_name\":\"RTX 4090\"}"));
  }

  /** No event of scrolling arrives between these keys. */
  @Test
  void walking_goesBeyondTheWindow() {
    SearchPage page = page(ALL + "&bundles=no").awaitOffers(OFFERS);
    page.tab().evaluate(KEYS_AT_ONCE, List.of("j", 50));
    assertThat(page.find("[aria-rowindex='51'] button.name")).isFocused();
    assertThat(page.find("[aria-rowindex='51']")).isInViewport();
    page.tab().evaluate(KEYS_AT_ONCE, List.of("k", 40));
    assertThat(page.find("[aria-rowindex='11'] button.name")).isFocused();
    assertThat(page.find("[aria-rowindex='11']")).isInViewport();
  }

  @Test
  void page_hasNamesAndAnnouncements_andIsUsedByKeyboardAlone() {
    SearchPage page = all();
    assertThat(page.find("#total")).hasAttribute("aria-live", "polite");
    assertThat(page.find("#notice")).hasAttribute("role", "alert");
    Map<String, String> names =
        Map.of("#storage", "Storage", "#storage-box", "Storage in GB", "#sort-first", "Sort by");
    names.forEach((selector, name) -> assertThat(page.find(selector)).hasAccessibleName(name));
    Page tab = page.tab();
    tab.keyboard().press("Tab");
    assertThat(page.find("#skip")).isFocused();
    tab.keyboard().press("Enter");
    assertThat(page.find("#rows button.name").first()).isFocused();
    page.find("details[data-field='static_ip'] summary").focus();
    tab.keyboard().press("Enter");
    Locator yes = page.value("static_ip", "yes").locator("input");
    assertThat(yes).isVisible();
    tab.keyboard().press("Tab");
    tab.keyboard().press("ArrowDown");
    assertThat(yes).isChecked();
    page.awaitOffers(count("{\"static_ip\":true}"));
    Locator price = page.find("th button[data-field='dph_total']");
    price.focus();
    tab.keyboard().press("Enter");
    assertThat(page.find("th[aria-sort='ascending']")).hasText(Pattern.compile("^Price"));
    assertThat(price).isFocused();
    Locator chip = page.find(".chip");
    page.value("num_gpus", "1 ×").locator("input").check();
    chip.first().focus();
    tab.keyboard().press("Enter");
    assertThat(chip).hasCount(1);
    assertThat(chip).isFocused();
    tab.keyboard().press("Enter");
    page.awaitOffers(OFFERS);
    assertThat(page.find("#results")).isFocused();
  }
}
