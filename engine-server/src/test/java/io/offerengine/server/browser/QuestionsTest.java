package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.ServerSettings;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Prices per GPU, the price of a job, and regions. */
class QuestionsTest extends PublicPages {

  private static double number(String text) {
    return Double.parseDouble(text.replaceAll("[^\\d.]", ""));
  }

  @Test
  void pricesPerGpu_sortFilterAndCountByThePricePerGpu() {
    SearchPage page = page(ALL + "&bundles=no").awaitOffers(OFFERS);
    assertThat(page.find("details[data-field='dph_per_gpu']")).isHidden();
    page.find("th button[data-field='dph_total']").click();
    page.awaitOffers(OFFERS);
    page.find("#per label").filter(new Locator.FilterOptions().setHasText("GPU")).click();
    page.awaitOffers(OFFERS);
    String order = "\"limit\":50,\"disable_bundling\":true,\"order\":[[\"dph_per_gpu\",\"asc\"]]";
    assertThat(page.ids(50)).isEqualTo(ids("{" + order + "}"));
    assertThat(page.column("price").stream().map(QuestionsTest::number).toList()).isSorted();
    assertThat(page.find("th[aria-sort='ascending']")).hasText(Pattern.compile("^Price"));
    assertThat(page.find("details[data-field='dph_total']")).isHidden();
    Locator price = page.section("dph_per_gpu");
    assertThat(price.locator("rect title").nth(3)).not().hasText("");
    assertThat(page.assertBars("dph_per_gpu", market())).isPositive();
    price.locator(".ends input").nth(1).fill("0.25");
    page.awaitOffers(count("{\"dph_per_gpu\":{\"lte\":0.25}}"));
    assertThat(page.find(".chip[data-field='dph_per_gpu']"))
        .containsText("Price per GPU: ≤ 0.25 $/h, each GPU");
    page.find("#per label").filter(new Locator.FilterOptions().setHasText("Machine")).click();
    page.awaitOffers(count("{\"dph_per_gpu\":{\"lte\":0.25}}"));
    assertThat(page.fragment()).contains("sort=dph_total%3Aasc");
    assertThat(page.find("details[data-field='dph_per_gpu']")).isVisible();
  }

  @Test
  void job_showsSortsAndFiltersItsTotal() {
    SearchPage page = page(ALL + "&bundles=no").awaitOffers(OFFERS);
    assertThat(page.find("td[data-column='job_total']")).hasCount(0);
    assertThat(page.find("details[data-field='job_total']")).isHidden();
    Locator job = page.section("job");
    job.locator("input[data-part='hours']").fill("24");
    job.locator("input[data-part='storage']").fill("200");
    job.locator("input[data-part='down_gb']").fill("100");
    job.locator("input[data-part='up_gb']").fill("50");
    String asked = "\"job\":{\"hours\":24,\"down_gb\":100,\"up_gb\":50},\"allocated_storage\":200";
    page.awaitOffers(count("{" + asked + "}"));
    assertThat(page.find("#storage-box")).hasValue("200");
    page.find("th button[data-field='job_total']").click();
    String order = "\"limit\":50,\"disable_bundling\":true,\"order\":[[\"job_total\",\"asc\"]]";
    assertThat(page.find("th[aria-sort='ascending']")).hasText("Cost of my job▲");
    page.awaitOffers(count("{" + asked + "}"));
    assertThat(page.ids(50)).isEqualTo(ids("{" + asked + "," + order + "}"));
    Matches matches =
        market().engine().snapshot().search(GeneratedMarket.query("{" + asked + "," + order + "}"));
    List<String> totals = page.column("job_total");
    for (int row = 0; row < totals.size(); row++) {
      Match match = matches.get(row);
      assertThat(number(totals.get(row)))
          .isCloseTo(match.number(MarketplaceSchema.JOB_TOTAL), Offset.offset(0.006));
    }
    page.find("details[data-field='job_total'] .ends input").nth(1).fill("10");
    page.awaitOffers(count("{" + asked + ",\"job_total\":{\"lte\":10}}"));
    assertThat(page.find(".chip[data-field='job']"))
        .containsText("Cost of my job: runs 24 hours, downloads 100 GB");
    job.locator("input[data-part='hours']").fill("-1");
    assertThat(job.locator(".problem")).containsText("at least 0");
    job.locator("input[data-part='hours']").fill("24");
    // Where nobody describes a job, there is no column for one.
    page.find(".chip[data-field='job_total']").click();
    page.find(".chip[data-field='job']").click();
    assertThat(page.find("td[data-column='job_total']")).hasCount(0);
    page = page(ALL + "&columns=price,job_total").awaitOffers(OFFERS);
    assertThat(page.column("job_total")).containsOnly("–");
  }

  @Test
  void regionsAndSharesOfAGpu_filter() {
    SearchPage page = all();
    // One click: the regions are open, above the countries, which are folded.
    assertThat(page.find("details[data-field='region']")).hasAttribute("open", "");
    assertThat(page.find("details[data-field='geolocation']")).not().hasAttribute("open", "");
    assertThat(page.find("details[data-field='region'] + details"))
        .hasAttribute("data-field", "geolocation");
    page.value("region", "Europe").locator("input").check();
    page.awaitOffers(count("{\"region\":\"EU\"}"));
    assertThat(page.find(".chip")).hasText("Region: Europe×");
    page.section("cpu_ram_per_gpu").locator(".ends input").nth(0).fill("32");
    page.awaitOffers(count("{\"region\":\"EU\",\"cpu_ram_per_gpu\":{\"gte\":32000}}"));
    page.find(".menu summary").click();
    page.find("#copy-curl").click();
    assertThat(page.find("#toast")).containsText("curl");
    assertThat((String) page.tab().evaluate("navigator.clipboard.readText()"))
        .contains("/market/v1/query'", "\"region\":{\"in\":[\"EU\"]}");
  }

  /** The page counts the countries of a region as the service derives the region. */
  @Test
  void countries_areFoldedByTheirRegion() throws IOException {
    List<String> codes = List.of(Locale.getISOCountries());
    GeneratedMarket world = keep(new GeneratedMarket());
    ApiServer service = world.servePublic(ServerSettings.defaults());
    StringBuilder offers = new StringBuilder();
    for (int code = 0; code < codes.size(); code++) {
      offers.append("{\"id\":%d,\"geolocation\":\"%s\"}\n".formatted(code + 1, codes.get(code)));
    }
    world.store(offers.toString());
    for (String region : List.of("AF", "AS", "EU", "NA", "OC", "SA")) {
      List<String> found =
          world.ids(
              "{\"region\":\"%s\",\"id\":{\"lte\":%d},\"limit\":300}"
                  .formatted(region, codes.size()));
      assertThat(found).hasSizeGreaterThan(10);
      StringBuilder link = new StringBuilder(ALL);
      found.forEach(
          id -> link.append("&geolocation.in=").append(codes.get(Integer.parseInt(id) - 1)));
      SearchPage page = page(service, link.toString());
      assertThat(page.find(".chip"))
          .hasText("Country: %s: %d countries×".formatted(region, found.size()));
    }
    // A few are named, and many of another list are summed up.
    String few =
        ALL
            + "&geolocation.in=SE&geolocation.in=NO"
            + "&gpu_name.in=A10&gpu_name.in=A30&gpu_name.in=A40";
    SearchPage page = page(service, few + "&gpu_name.in=L4");
    String[] chips = {"Country: Sweden, Norway×", "GPU model: A10, A30 and 2 more×"};
    assertThat(page.find(".chip")).hasText(chips);
  }
}
