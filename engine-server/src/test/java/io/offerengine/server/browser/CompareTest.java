package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.offerengine.schema.OfferBatch;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Offers that are pinned, and compared side by side. */
class CompareTest extends PublicPages {
  @BeforeAll
  static void storeTwo() throws IOException {
    market.store(
        """
        {"id":1,"num_gpus":2,"gpu_name":"A","dph_base":1.5,"gpu_ram":24564,"dlperf":90,\
        "reliability":0.99,"verification":"verified","disk_space":100,"inet_down":50}
        {"id":2,"num_gpus":2,"gpu_name":"B","dph_base":2.5,"gpu_ram":81559,"dlperf":90,\
        "reliability":0.97,"verification":"verified","disk_space":100}
        """);
  }

  @AfterAll
  static void deleteTwo() {
    market.engine().apply(OfferBatch.builder().delete(1).delete(2).build());
  }

  private static Locator line(SearchPage page, String label) {
    return page.find("#comparison tr")
        .filter(
            new Locator.FilterOptions()
                .setHas(page.find("th").getByText(Pattern.compile("^" + label + "(, differs)?$"))));
  }

  @Test
  void pins_areComparedWithTheirDifferencesAndTheBestValues_orAreToldToBeGone() {
    SearchPage page = page(ALL + "&pins=1,2&compare=yes");
    assertThat(page.find("#compared th .name")).hasText(new String[] {"2 × A", "2 × B"});
    assertThat(line(page, "Price").locator("td")).hasText(new String[] {"$1.500/h", "$2.500/h"});
    assertThat(line(page, "Price")).hasClass("differs");
    assertThat(line(page, "Price").locator(".best")).hasText("$1.500/h");
    assertThat(line(page, "Memory per GPU").locator(".best")).hasText("80 GB");
    assertThat(line(page, "Reliability").locator(".best")).hasText("99%");
    assertThat(line(page, "DLPerf per dollar").locator(".best")).hasText("60 per $/h");
    // A value that only one offer states is the best of those that are known.
    assertThat(line(page, "Download speed").locator(".best")).hasText("50 MB/s");
    for (String same : List.of("DLPerf", "Verification", "GPUs", "Disk space")) {
      assertThat(line(page, same)).hasClass("");
      assertThat(line(page, same).locator(".best")).hasCount(0);
    }
    page.assertAccessible();
    page.tab().reload();
    assertThat(page.find("#compared th .name")).hasText(new String[] {"2 × A", "2 × B"});
    // A link opened this: closing it replaces the address.
    Object steps = page.tab().evaluate("history.length");
    page.tab().keyboard().press("Escape");
    assertThat(page.find("#compare")).isHidden();
    assertThat(page.tab()).not().hasURL(Pattern.compile("compare="));
    assertThat(page.fragment()).contains("pins=1%2C2");
    assertThat(page.tab().evaluate("history.length")).isEqualTo(steps);
    page = page(ALL + "&pins=1,999999999999&compare=yes");
    assertThat(page.find("#compared th").nth(1)).containsText("Offer 999999999999not offered");
    assertThat(page.find("#comparison .differs")).hasCount(0);
  }

  @Test
  void pins_areSetInRowsAndKeptInTheAddress() {
    SearchPage page = page(ALL).awaitOffers(OFFERS + 2);
    assertThat(page.find("#tray")).isHidden();
    Locator pins = page.find("#rows .pin");
    pins.nth(0).click();
    assertThat(pins.nth(0)).hasAttribute("aria-pressed", "true");
    assertThat(page.find("#compare-pins")).isDisabled();
    for (int row = 1; row < 4; row++) {
      pins.nth(row).click();
    }
    assertThat(page.find("#pins li")).hasCount(4);
    pins.nth(4).click();
    assertThat(page.find("#toast")).containsText("At most 4 offers");
    assertThat(pins.nth(4)).hasAttribute("aria-pressed", "false");
    List<String> ids = page.ids().subList(0, 4);
    assertThat(page.fragment()).contains("pins=" + String.join("%2C", ids));
    page.find("#compare-pins").click();
    assertThat(page.find("#compared th")).hasCount(4);
    page.tab().goBack();
    assertThat(page.find("#compare")).isHidden();
    page.tab().goForward();
    assertThat(page.find("#compare")).isVisible();
    // The page opened this: closing it goes back, a moment after it is hidden.
    page.find("#compare-close").click();
    assertThat(page.find("#compare")).isHidden();
    assertThat(page.tab()).not().hasURL(Pattern.compile("compare=yes"));
    page.tab().goForward();
    assertThat(page.find("#compare")).isVisible();
    page.find("#compared th .name").first().click();
    assertThat(page.find("#detail")).isVisible();
    page.tab().keyboard().press("Escape");
    assertThat(page.find("#detail")).isHidden();
    assertThat(page.find("#compare")).isVisible();
    page.find("#compared th .link").first().click();
    assertThat(page.find("#compared th")).hasCount(3);
    // What was unpinned stays so: pins are no steps of the history.
    page.tab().keyboard().press("Escape");
    assertThat(page.find("#compare")).isHidden();
    assertThat(page.find("#pins li")).hasCount(3);
    assertThat(page.fragment()).contains("pins=" + String.join("%2C", ids.subList(1, 4)));
    page.find("#unpin-all").click();
    assertThat(page.find("#tray")).isHidden();
    assertThat(pins.nth(1)).hasAttribute("aria-pressed", "false");
  }
}
