package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ten things that people come for, and how many clicks each takes. */
class TenTasksTest extends PublicPages {
  private static final int MOST_CLICKS_OF_THE_LONGEST = 12;
  private static final double MOST_CLICKS_ON_AVERAGE = 4;
  private static final String FIRST =
      "\"verification\":{\"in\":[\"verified\"]},\"rentable\":true,\"rented\":false";

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
      return click("#quick button[data-order='" + field + "']");
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
          return person.finds("\"bw_nvlink\":{\"gte\":100}");
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
