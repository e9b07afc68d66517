package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much the page shows at once, and in which order. */
class DensityTest extends PublicPages {
  @Override
  SearchPage page(String fragment) {
    return page(server(), fragment, 1_366, 768, ColorScheme.LIGHT);
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
  void head_staysAboveTheRows() {
    SearchPage page = page(ALL + "&bundles=no").awaitOffers(OFFERS);
    page.scrollTo(200);
    assertThat(page.find("th").first()).isInViewport();
    assertThat(page.find("#total")).isInViewport();
    assertThat(page.find("#sort-first")).isInViewport();
    assertThat(page.find("[aria-rowindex='2']")).hasCount(0);
  }

  @Test
  void prices_standBelowEachOtherBesideTheCheapest() {
    SearchPage page = page(ALL + "&bundles=no&sort=dph_total:asc").awaitOffers(OFFERS);
    List<String> prices = page.column("price");
    assertThat(prices)
        .hasSizeGreaterThan(12)
        .allMatch(price -> price.matches("\\$\\d+\\.\\d{3}/h"));
    List<Double> amounts = prices.stream().map(DensityTest::number).toList();
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

  private static double number(String text) {
    return Double.parseDouble(text.replaceAll("[^\\d.]", ""));
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
}
