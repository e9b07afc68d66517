package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Keyboard;
import com.microsoft.playwright.Locator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page by single keys. */
class KeyboardTest extends PublicPages {
  private static final int MOST_TABS = 20;

  private static final String KEYS_AT_ONCE =
      """
      ([key, times]) => {
        for (let i = 0; i < times; i++) {
          const event = new KeyboardEvent('keydown', { key, bubbles: true });
          document.activeElement.dispatchEvent(event);
        }
      }\
      """;

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
  void firstOffer_isFewTabsAway() {
    SearchPage page = page("");
    Locator first = page.find("#rows button.name").first();
    assertThat(first).isVisible();
    int tabs = 0;
    boolean isThere = false;
    while (!isThere && tabs < MOST_TABS) {
      page.tab().keyboard().press("Tab");
      tabs++;
      if ((boolean) page.find("#skip").evaluate("(skip) => skip === document.activeElement")) {
        page.tab().keyboard().press("Enter");
      }
      isThere = (boolean) first.evaluate("(name) => name === document.activeElement");
    }
    assertThat(isThere).as("%d tabs", tabs).isTrue();
  }
}
