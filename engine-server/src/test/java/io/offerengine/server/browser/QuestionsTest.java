package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.RouteServer;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Prices per GPU, the price of a job, and regions; and ten things that people come for, with the
 * clicks that each takes.
 */
class QuestionsTest extends PublicPages {
  private static final int MOST_CLICKS_OF_THE_LONGEST = 12;
  private static final double MOST_CLICKS_ON_AVERAGE = 4;
  private static final String FIRST =
      "\"verification\":{\"in\":[\"verified\"]},\"rentable\":true,\"rented\":false";

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
    assertThat(page.column("price").stream().map(SearchPage::number).toList()).isSorted();
    assertThat(page.find("th[aria-sort='ascending']")).hasText(Pattern.compile("^Price"));
    assertThat(page.find("details[data-field='dph_total']")).isHidden();
    Locator price = page.section("dph_per_gpu");
    assertThat(price.locator("rect title").nth(3)).not().hasText("");
    assertThat(page.assertBars("dph_per_gpu", market)).isPositive();
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
        market.engine().snapshot().search(GeneratedMarket.query("{" + asked + "," + order + "}"));
    List<String> totals = page.column("job_total");
    for (int row = 0; row < totals.size(); row++) {
      Match match = matches.get(row);
      assertThat(SearchPage.number(totals.get(row)))
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
    assertThat(page.copied()).contains("/market/v1/query'", "\"region\":{\"in\":[\"EU\"]}");
  }

  /** The page counts the countries of a region as the service derives the region. */
  @Test
  void countries_areFoldedByTheirRegion() throws IOException {
    List<String> codes = List.of(Locale.getISOCountries());
    GeneratedMarket world = keep(new GeneratedMarket());
    ApiServer service = world.servePublic(RouteServer.DEFAULTS);
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

  /** A person at the page, whose clicks are counted. */
  private final class Person {
    final SearchPage page = page("");

    Person() {
      page.awaitOffers(count("{" + FIRST + "}"));
      page.tab()
          .evaluate(
              "() => { window.clicks = 0;"
                  + " addEventListener('pointerdown', () => clicks++, true); }");
    }

    /** Finds models by typing: the key / needs no click. */
    Person models(String typed) {
      page.tab().keyboard().press("/");
      page.tab().keyboard().type(typed);
      page.tab().keyboard().press("Enter");
      return this;
    }

    Person click(String selector) {
      page.find(selector).first().click();
      return this;
    }

    Person label(String selector, String name) {
      page.find(selector).getByLabel(name).click();
      return this;
    }

    Person choose(String field, String name) {
      page.value(field, name).locator("input").click();
      return this;
    }

    Person type(Locator box, String text) {
      box.click();
      page.tab().keyboard().press("Control+a");
      page.tab().keyboard().type(text);
      return this;
    }

    Person bound(String field, int end, String text) {
      return type(page.section(field).locator(".ends input").nth(end), text);
    }

    Person sorted(String field) {
      Locator button = page.find("#quick button[data-order='" + field + "']");
      button.click();
      assertThat(button).hasAttribute("aria-pressed", "true");
      return this;
    }

    /** Waits until the page shows what a search finds, and returns the clicks. */
    int finds(String search) {
      page.awaitOffers(count("{" + FIRST + "," + search + "}"));
      List<String> expected = ids("{" + FIRST + "," + search + ",\"limit\":3}");
      if (!expected.isEmpty()) {
        assertThat(page.find("#rows > tr").first()).hasAttribute("data-id", expected.get(0));
      }
      return clicks();
    }

    int clicks() {
      return (int) page.tab().evaluate("clicks");
    }
  }

  /** Does a task, which returns its clicks. */
  private int clicks(ToIntFunction<Person> task) {
    return task.applyAsInt(new Person());
  }

  @Test
  void severalModelsCountriesAndBounds_takeTwelveClicks() {
    int clicks =
        clicks(person ->
            person
                .choose("num_gpus", "4 ×")
                .choose("region", "Europe")
                .models("4090")
                .bound("inet_down", 0, "125")
                .bound("reliability", 0, "98")
                .type(person.page.find("#storage-box"), "200")
                .finds(
                    "\"gpu_name\":\"RTX 4090\",\"num_gpus\":4,\"region\":\"EU\","
                        + "\"inet_down\":{\"gte\":125},\"reliability\":{\"gte\":0.98},"
                        + "\"allocated_storage\":200"));
    assertThat(clicks).isLessThanOrEqualTo(MOST_CLICKS_OF_THE_LONGEST);
  }

  @Test
  void otherTasks_takeFourClicksOnAverage() {
    List<Integer> clicks = Stream.concat(searches(), others()).map(this::clicks).toList();
    assertThat(clicks.stream().mapToInt(each -> each).average().orElseThrow())
        .as("clicks %s", clicks)
        .isLessThanOrEqualTo(MOST_CLICKS_ON_AVERAGE);
  }

  private static Stream<ToIntFunction<Person>> searches() {
    return Stream.of(
        person ->
            person
                .models("h100")
                .sorted("dlperf_per_dphtotal")
                .finds(
                    "\"gpu_name\":{\"contains\":\"H100\"},"
                        + "\"order\":[[\"dlperf_per_dphtotal\",\"desc\"]]"),
        person ->
            person
                .models("a100")
                .sorted("dph_per_gpu")
                .finds(
                    "\"gpu_name\":{\"contains\":\"A100\"},"
                        + "\"order\":[[\"dph_per_gpu\",\"asc\"]]"),
        person ->
            person
                .label("#period", "Month")
                .type(person.page.find("#storage-box"), "1000")
                .bound("dph_total", 1, "400")
                .finds("\"allocated_storage\":1000,\"dph_total\":{\"lte\":0.555555555556}"),
        person ->
            person
                .choose("num_gpus", "8 ×")
                .choose("datacenter", "yes")
                .models("h100 sxm")
                .finds("\"gpu_name\":\"H100 SXM\",\"num_gpus\":8,\"datacenter\":true"),
        person ->
            person
                .label("#type", "Bid")
                .bound("dph_total", 1, "0.2")
                .bound("gpu_ram", 0, "24")
                .finds("\"type\":\"bid\",\"dph_total\":{\"lte\":0.2},\"gpu_ram\":{\"gte\":24000}"),
        person ->
            person
                .bound("duration", 0, "90")
                .sorted("reliability")
                .finds("\"duration\":{\"gte\":7776000},\"order\":[[\"reliability\",\"desc\"]]"));
  }

  private static Stream<ToIntFunction<Person>> others() {
    return Stream.of(
        person -> {
          person.click("#rows .pin");
          person.page.find("#rows .pin").nth(1).click();
          person.click("#compare-pins");
          assertThat(person.page.find("#compared th")).hasCount(2);
          return person.clicks();
        },
        // What a job of 100 hours costs that downloads a terabyte: the cheapest first.
        person ->
            person
                .type(person.page.section("job").locator("[data-part='hours']"), "100")
                .type(person.page.section("job").locator("[data-part='down_gb']"), "1000")
                .click("th button[data-field='job_total']")
                .finds(
                    "\"job\":{\"hours\":100,\"down_gb\":1000},"
                        + "\"order\":[[\"job_total\",\"asc\"]]"),
        // A field that no section shows.
        person -> {
          person.type(person.page.find("#find-filter"), "nvlink");
          person.page.tab().keyboard().press("Enter");
          assertThat(person.page.find("details[data-field='bw_nvlink']")).isVisible();
          person.page.tab().keyboard().type("100");
          int clicks = person.finds("\"bw_nvlink\":{\"gte\":100}");
          assertThat(person.page.find(".chip[data-field='bw_nvlink']"))
              .hasText("NVLink: ≥ 100 GB/s×");
          return clicks;
        },
        // A link to the cheapest offer.
        person -> {
          int unused = person.sorted("dph_total").finds("\"order\":[[\"dph_total\",\"asc\"]]");
          person.click("#rows button.name").click("#detail-link");
          assertThat(person.page.find("#toast")).containsText("copied");
          return person.clicks();
        });
  }
}
