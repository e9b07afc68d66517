package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Lists that somebody scrolls far, and what comes while they load. */
class LongListTest extends PublicPages {
  private static final int MOST_ROWS = 200;

  private static int rows(SearchPage page) {
    return page.find("#rows > tr").count();
  }

  @Test
  void rows_areFewHoweverFarOneScrolls() {
    SearchPage page = page(ALL + "&bundles=no&sort=dph_total:asc").awaitOffers(OFFERS);
    page.scrollTo((int) OFFERS - 1);
    assertThat(rows(page)).isBetween(1, MOST_ROWS);
    assertThat(page.find("[aria-rowindex='" + (OFFERS + 1) + "']")).isAttached();
    // What is repainted are the rows near the window. No clock here: their number is what costs.
    page.find("#per").getByLabel("GPU").check();
    assertThat(page.find("#rows td[data-column='price'] .detail").first()).containsText("in all");
    assertThat(rows(page)).isLessThanOrEqualTo(MOST_ROWS);
  }

  @Test
  void place_survivesReloadAndBack() {
    SearchPage page = page(ALL + "&bundles=no&sort=dph_total:asc").awaitOffers(OFFERS);
    page.scrollTo(300);
    page.find("#table").evaluate("(table) => (table.scrollTop = 250 * 48)");
    page.tab().waitForFunction("() => history.state.place === 250");
    page.tab().reload();
    page.awaitOffers(OFFERS);
    assertThat(page.find("[aria-rowindex='252']")).isInViewport();
    String there = page.find("[aria-rowindex='252']").getAttribute("data-id");
    // Another filter begins at the top.
    page.value("num_gpus", "8 ×").locator("input").check();
    page.awaitOffers(count("{\"num_gpus\":8}"));
    assertThat(page.find("[aria-rowindex='2']")).isInViewport();
    page.tab().goBack();
    page.awaitOffers(OFFERS);
    assertThat(page.find("[aria-rowindex='252']")).isInViewport();
    assertThat(page.find("[aria-rowindex='252']")).hasAttribute("data-id", there);
  }

  @Test
  void rows_stayDimmedWhileOthersLoad() {
    SearchPage page = all();
    List<String> before = page.ids();
    page.tab().route("**/market/v1/page", route -> {});
    page.value("num_gpus", "8 ×").locator("input").check();
    assertThat(page.find("#results")).hasAttribute("aria-busy", "true");
    assertThat(page.find("#rows")).hasCSS("opacity", "0.55");
    assertThat(page.ids()).isEqualTo(before);
    assertThat(page.find("#total")).not().containsText("…");
    page.tab().reload();
    // Before the first offers, empty rows stand there.
    assertThat(page.find("#rows")).hasCSS("background-image", Pattern.compile("gradient"));
    assertThat(page.find("#rows")).hasCSS("height", Pattern.compile("^5\\d\\dpx$"));
  }
}
