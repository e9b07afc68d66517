package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The page on a phone. */
class NarrowPageTest extends PublicPages {
  private static final int HEIGHT = 740;

  @Override
  SearchPage page(String fragment) {
    return page(server(), fragment, 360, HEIGHT, ColorScheme.LIGHT);
  }

  private static String shows(long offers) {
    return String.format(Locale.US, "Show %,d offer%s", offers, offers == 1 ? "" : "s");
  }

  @Test
  void filters_areInASheetThatCountsAndCloses() {
    SearchPage page = all();
    Locator show = page.find("#show-offers");
    page.find("#show-filters").click();
    assertThat(show).hasText(shows(OFFERS));
    assertThat(show).isInViewport();
    page.value("num_gpus", "8 ×").locator("input").check();
    assertThat(show).hasText(shows(count("{\"num_gpus\":8}")));
    page.find("#per").getByLabel("GPU").check();
    page.section("reliability").locator(".ends input").first().fill("99");
    String both = "{\"num_gpus\":8,\"reliability\":{\"gte\":0.99}}";
    assertThat(show).hasText(shows(count(both)));
    assertThat(show).isInViewport();
    show.click();
    assertThat(page.find("#sheet")).isHidden();
    assertThat(page.find("#show-filters")).hasText("Filters (2)");
    assertThat(page.find("#show-filters")).isFocused();
    // Esc closes the sheet, too, and a wide window has the filters beside the offers again.
    page.find("#show-filters").click();
    page.tab().keyboard().press("Escape");
    assertThat(page.find("#sheet")).isHidden();
    page.find("#show-filters").click();
    page.tab().setViewportSize(1_366, 768);
    assertThat(page.find("#sheet")).isHidden();
    assertThat(page.find("#rail details[data-field='num_gpus']")).isVisible();
    assertThat(page.find("header #storage")).isVisible();
  }

  @Test
  void firstOffer_isInTheUpperHalfBelowACompactHead() {
    SearchPage page = page("");
    assertThat(page.find("#rows > tr").nth(3)).isAttached();
    assertThat(page.find("#chips li")).hasCount(3);
    BoundingBox first = page.find("#rows > tr").first().boundingBox();
    assertThat(first.y + first.height).isLessThanOrEqualTo(HEIGHT / 2.0);
    assertThat(page.find("header").boundingBox().height).isLessThanOrEqualTo(56);
    page.assertNothingSticksOut();
  }

  @Test
  void targets_areLargeEnoughForAThumb() {
    SearchPage page = page("");
    assertThat(page.find("#rows > tr").nth(3)).isAttached();
    assertTargets(page, "header, .bar");
    // The whole card opens the offer.
    BoundingBox card = page.find("#rows > tr").nth(1).boundingBox();
    assertThat(card.height).isGreaterThan(88);
    page.tab().mouse().click(card.x + 20, card.y + card.height - 8);
    assertThat(page.find("#detail")).isVisible();
    page.tab().keyboard().press("Escape");
    page.find("#show-filters").click();
    assertTargets(page, "#sheet");
  }

  @SuppressWarnings("unchecked")
  private static void assertTargets(SearchPage page, String within) {
    List<String> small =
        (List<String>)
            page.tab()
                .evaluate(
                    """
                    (within) => [...document.querySelectorAll(within)]
                      .flatMap((part) => [...part.querySelectorAll(
                        'button, select, a, summary, .choice label, .value, input[type=text],' +
                        'input[type=search]')])
                      .filter((each) => each.checkVisibility())
                      .filter((each) => each.getBoundingClientRect().height < 44)
                      .map((each) => each.outerHTML.slice(0, 200))\
                    """,
                    within);
    assertThat(small).isEmpty();
  }
}
