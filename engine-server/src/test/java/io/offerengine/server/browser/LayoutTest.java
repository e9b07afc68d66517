package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** How much the page shows at once, and in which order: in a small window and on a phone. */
class LayoutTest extends PublicPages {
  private static final int PHONE_HEIGHT = 740;

  @Override
  SearchPage page(String fragment) {
    return page(server, fragment, 1_366, 768, ColorScheme.LIGHT);
  }

  private SearchPage phone(String fragment) {
    return page(server, fragment, 360, PHONE_HEIGHT, ColorScheme.LIGHT);
  }

  @Test
  void twelveOffers_fitIntoASmallWindow() {
    SearchPage page = page("");
    assertThat(page.find("#rows > tr").nth(12)).isAttached();
    assertThat(page.find("#chips li")).hasCount(3);
    Object whole =
        page.tab()
            .evaluate(
                "() => [...document.querySelectorAll('#rows > tr')].filter((row) =>"
                    + " row.getBoundingClientRect().bottom <= innerHeight).length");
    assertThat((int) whole).isGreaterThanOrEqualTo(12);
    Object heights =
        page.tab()
            .evaluate(
                "() => [...new Set([...document.querySelectorAll('#rows > tr')].map((row) =>"
                    + " row.getBoundingClientRect().height))]");
    assertThat(heights).isEqualTo(List.of(48));
  }

  @Test
  void prices_standBelowEachOtherBesideTheCheapest() {
    SearchPage page = page(ALL + "&bundles=no&sort=dph_total:asc").awaitOffers(OFFERS);
    List<String> prices = page.column("price");
    assertThat(prices)
        .hasSizeGreaterThan(12)
        .allMatch(price -> price.matches("\\$\\d+\\.\\d{3}/h"));
    List<Double> amounts = prices.stream().map(SearchPage::number).toList();
    Locator cells = page.find("#rows td[data-column='price']");
    for (int row = 0; row < prices.size(); row++) {
      String share =
          (String) cells.nth(row).evaluate("(cell) => cell.style.getPropertyValue('--share')");
      assertThat(Double.parseDouble(share))
          .isCloseTo(amounts.get(0) / amounts.get(row), org.assertj.core.data.Offset.offset(0.02));
    }
    page.find("#period").getByLabel("Month").check();
    assertThat(page.column("price")).allMatch(price -> price.matches("\\$[\\d,]+\\.\\d{2}/month"));
  }

  @Test
  void processors_haveNamesWithoutNoise() {
    SearchPage page = page(ALL + "&cpu_name.contains=Processor");
    assertThat(page.find("#rows td[data-column='cpu'] .detail").first()).containsText("AMD");
    List<String> names = page.find("#rows td[data-column='cpu'] .detail").allTextContents();
    assertThat(names)
        .isNotEmpty()
        .noneMatch(name -> name.matches(".*(Processor|-Core|CPU|\\(R\\)|®).*"));
  }

  @Test
  void values_withOffersComeFirstAndTheOthersAreFolded() {
    SearchPage page =
        page(ALL + "&geolocation.in=SE").awaitOffers(count("{\"geolocation\":\"SE\"}"));
    Locator models = page.section("gpu_name");
    assertThat(models.locator("label.value:visible.none")).hasCount(0);
    assertThat(models.locator("label.value:visible").first()).isVisible();
    int without = models.locator("label.value.none").count();
    Locator others = models.locator("button.unfold");
    assertThat(others).hasText(without + " more");
    others.click();
    assertThat(models.locator("label.value:visible.none")).hasCount(without);
    assertThat(models.locator(".value.none .count").allTextContents()).containsOnly("0");
    assertThat(others).hasText("fewer");
    // A value that is chosen stays in sight, whether it has offers or not.
    models.locator("label.value.none input").first().check();
    assertThat(page.find("#nothing")).isVisible();
    others.click();
    assertThat(models.locator("label.value:visible.none")).not().hasCount(0);
    assertThat(models.locator("label.value:visible input").first()).isVisible();
  }

  private static String shows(long offers) {
    return String.format(Locale.US, "Show %,d offer%s", offers, offers == 1 ? "" : "s");
  }

  @Test
  void filters_areInASheetThatCountsAndCloses() {
    SearchPage page = phone(ALL).awaitOffers(OFFERS);
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
  void firstOffer_isInTheUpperHalfBelowACompactHead_andTargetsAreLargeEnoughForAThumb() {
    SearchPage page = phone("");
    assertThat(page.find("#rows > tr").nth(3)).isAttached();
    assertThat(page.find("#chips li")).hasCount(3);
    BoundingBox first = page.find("#rows > tr").first().boundingBox();
    assertThat(first.y + first.height).isLessThanOrEqualTo(PHONE_HEIGHT / 2.0);
    assertThat(page.find("header").boundingBox().height).isLessThanOrEqualTo(56);
    page.assertNothingSticksOut();
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
