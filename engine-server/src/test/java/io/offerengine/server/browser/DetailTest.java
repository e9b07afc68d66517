package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The details of an offer. */
class DetailTest extends PublicPages {
  @Test
  void details_beginWithAPriceAndSixFigures_haveAllFields_andSurviveAReload() {
    SearchPage page =
        page(ALL + "&num_gpus.eq=2&storage=100")
            .awaitOffers(count("{\"num_gpus\":2,\"allocated_storage\":100}"));
    String price = page.column("price").get(0);
    page.find("#rows button.name").first().click();
    assertThat(page.find("#detail-total")).hasText(price);
    assertThat(page.find("#detail-rates"))
        .hasText(Pattern.compile("^\\$[\\d,.]+/month · \\$[\\d.]+/h per GPU$"));
    assertThat(page.find("#detail-figures dt"))
        .hasText(
            new String[] {
              "Memory per GPU",
              "DLPerf per dollar",
              "Reliability",
              "vCPUs",
              "Download",
              "Longest rental"
            });
    assertThat(page.find("#detail-fields")).isHidden();
    page.find("#detail-count").click();
    assertThat(page.find("#detail-count")).hasText("All 96 fields");
    List<String> names = page.find("#detail-fields dt").allTextContents();
    assertThat(names).hasSize(96).noneMatch(name -> name.matches(".*(repeated|_).*"));
    assertThat(page.find("#detail-fields section").evaluateAll(DUPLICATES)).isEqualTo(List.of());
    assertThat(page.find("[data-field='hosting_type'] dd"))
        .hasText(Pattern.compile("^(not a )?datacenter$"));
    assertThat(page.find("#detail-price")).containsText("Storage: 100 GB at $");
    assertThat(page.find("#detail-fields [data-field='inet_down'] dd")).containsText("MB/s");
    assertThat(page.fragment()).contains("offer=" + page.ids().get(0));
    page.tab().reload();
    assertThat(page.find("#detail-fields dt")).hasCount(96);
    page.find("#detail-machine").click();
    assertThat(page.find(".chip")).hasText(Pattern.compile("^Machine: \\d+×$"));
  }

  /** Names that stand twice in one group. */
  private static final String DUPLICATES =
      """
      (groups) => groups.flatMap((group) => {
        const names = [...group.querySelectorAll('dt')].map((each) => each.textContent);
        return names.filter((name, at) => names.indexOf(name) !== at);
      })\
      """;

  @Test
  void link_leadsToTheOffer() {
    SearchPage page =
        page(ALL + "&num_gpus.eq=4&storage=20&period=month")
            .awaitOffers(count("{\"num_gpus\":4,\"allocated_storage\":20}"));
    page.find("#rows button.name").first().click();
    String total = page.find("#detail-total").textContent();
    page.find("#detail-link").click();
    assertThat(page.find("#toast")).containsText("copied");
    String link = page.copied();
    assertThat(link).contains("offer=" + page.ids().get(0)).doesNotContain("num_gpus");
    SearchPage linked = page(link.substring(link.indexOf('#')));
    assertThat(linked.find("#detail-total")).hasText(total);
    // A link opened the details: closing them replaces the address.
    Object steps = linked.tab().evaluate("history.length");
    linked.tab().keyboard().press("Escape");
    assertThat(linked.find("#detail")).isHidden();
    assertThat(linked.tab()).not().hasURL(Pattern.compile("offer="));
    assertThat(linked.tab().evaluate("history.length")).isEqualTo(steps);
  }

  @Test
  void closing_isBackIfThePageOpenedThem() {
    SearchPage page = all();
    String before = page.fragment();
    Locator detail = page.find("#detail");
    page.find("#rows button.name").nth(2).click();
    assertThat(detail).isVisible();
    page.tab().goBack();
    assertThat(detail).isHidden();
    page.tab().goForward();
    assertThat(detail).isVisible();
    page.tab().keyboard().press("Escape");
    assertThat(detail).isHidden();
    assertThat(page.tab()).not().hasURL(Pattern.compile("offer="));
    assertThat(page.fragment()).isEqualTo(before);
    // The step of the details is ahead, not behind.
    page.tab().goForward();
    assertThat(detail).isVisible();
    page.find("#detail-pin").click();
    assertThat(page.find("#detail-pin")).hasText("Unpin");
    page.find("#detail-close").click();
    assertThat(detail).isHidden();
  }
}
