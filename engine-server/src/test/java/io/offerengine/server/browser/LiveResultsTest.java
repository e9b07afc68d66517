package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.RouteServer;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the page shows while offers change, and of offers whose texts mean harm. */
class LiveResultsTest extends Pages {
  private static final String FIRST =
      "{\"verification\":\"verified\",\"rentable\":true,\"rented\":false}";
  private static final int LONG_TEXT = 5_000;

  private GeneratedMarket market;
  private ApiServer server;

  @BeforeEach
  void open() throws IOException {
    market = keep(new GeneratedMarket());
    server = market.servePublic(RouteServer.DEFAULTS);
  }

  private void change(String id, OfferChanges changes) {
    market.engine().apply(OfferBatch.builder().update(Long.parseLong(id), changes).build());
  }

  private static OfferChanges.Builder changes() {
    return OfferChanges.builder(MarketplaceSchema.schema());
  }

  @Test
  void rows_inViewFollowTheOffers() {
    SearchPage page = page(server, "");
    long first = market.count(FIRST);
    page.awaitOffers(first);
    assertThat(page.find("#age")).hasText(Pattern.compile("as of \\d+ s ago"));
    String rented = page.ids().get(0);
    String cheaper = page.ids().get(1);
    String gone = page.ids().get(2);
    change(rented, changes().set(MarketplaceSchema.RENTED, true).build());
    change(cheaper, changes().set(MarketplaceSchema.DPH_BASE, 0.0123).build());
    market.engine().apply(OfferBatch.builder().delete(Long.parseLong(gone)).build());
    page.comeBack();
    Locator rentedRow = page.find("tr[data-id='" + rented + "']");
    assertThat(rentedRow).hasClass(Pattern.compile("\\bgone\\b"));
    assertThat(rentedRow.locator(".badge")).hasText("rented");
    assertThat(page.find("tr[data-id='" + gone + "'] .badge")).hasText("gone");
    assertThat(rentedRow.locator(".main").first())
        .not()
        .hasCSS("text-decoration-line", "line-through");
    Locator price = page.find("tr[data-id='" + cheaper + "'] td[data-column='price']");
    assertThat(price.locator(".main")).containsText("$0.0");
    assertThat(price).hasClass(Pattern.compile("\\bchanged\\b"));
    assertThat(price).hasAttribute("data-change", "down");
    assertThat(price).not().hasClass(Pattern.compile("\\bchanged\\b"));
    // The counts follow too; the rows stay where they are.
    page.awaitOffers(first - 2);
    assertThat(page.ids()).contains(rented, gone);
    change(rented, changes().set(MarketplaceSchema.RENTED, false).build());
    // Nobody touches the page: it asks by itself.
    assertThat(rentedRow.locator(".badge")).hasText("");
    page.awaitOffers(first - 1);
  }

  @Test
  void pagesAndTheDrawer_followTheOffers() {
    String link = "#type=on-demand&bundles=no&offer=abc";
    SearchPage page = page(server, link, 390, 844, ColorScheme.LIGHT);
    // An offer that can not be is told in the drawer, and hinders nothing.
    assertThat(page.find("#detail-state")).containsText("INVALID");
    page.tab().keyboard().press("Escape");
    page.find("#more-button").scrollIntoViewIfNeeded();
    assertThat(page.find("#offers")).hasAttribute("aria-rowcount", "101");
    page.tab().evaluate("scrollTo(0, 0)");
    page.find("#show-filters").click();
    long offers = market.count("{}");
    market.engine().apply(OfferBatch.builder().delete(Long.parseLong(page.ids().get(9))).build());
    page.comeBack();
    page.awaitOffers(offers - 1);
    assertThat(page.find("#offers")).hasAttribute("aria-rowcount", "101");
    assertThat(page.find("#show-offers"))
        .hasText(String.format(Locale.US, "Show %,d offers", offers - 1));
    page.find("#show-offers").click();
    page.find("#rows button.name").nth(1).click();
    String shown = page.ids().get(1);
    change(
        shown,
        changes()
            .set(MarketplaceSchema.RENTED, true)
            .set(MarketplaceSchema.DPH_BASE, 0.0123)
            .build());
    page.comeBack();
    assertThat(page.find("#detail-state")).hasText("This offer is rented.");
    assertThat(page.find("#detail-price")).containsText("$0.0123/h");
    market.engine().apply(OfferBatch.builder().delete(Long.parseLong(shown)).build());
    page.comeBack();
    assertThat(page.find("#detail-state")).hasText("This offer is no longer offered.");
  }

  @Test
  void texts_ofOffersAreTextsAlone() throws IOException {
    String harm =
        "<img src=x onerror=document.title='harmed'>\\\"'&amp;</td>"
            + "<script>alert(1)</script>\\u202Eback ";
    String name = harm + "W".repeat(LONG_TEXT - harm.length());
    market.store(
        "{\"id\":1,\"bundle_id\":1,\"num_gpus\":1,\"gpu_name\":\""
            + name
            + "\",\"geolocation\":\""
            + name
            + "\",\"cpu_name\":\""
            + name
            + "\",\"hostname\":\""
            + name
            + "\",\"verification\":\""
            + name
            + "\",\"dph_base\":0.5,\"disk_space\":100}\n");
    for (int width : new int[] {1_300, 320}) {
      SearchPage page =
          page(server, "#type=on-demand&id.eq=1", width, 900, ColorScheme.LIGHT).awaitOffers(1);
      assertThat(page.find("#rows .main").first()).containsText("1 × <img src=x onerror=");
      page.assertNothingSticksOut();
      page.find("#rows button.name").first().click();
      assertThat(page.find("#detail-title")).containsText("</td><script>alert(1)</script>");
      page.assertNothingSticksOut();
      page.tab().keyboard().press("Escape");
      if (width > 1_000) {
        page.section("gpu_name").locator(".value:not(.none) input").check();
        page.awaitOffers(1);
        page.assertNothingSticksOut();
      }
      assertThat(page.find("img, td script")).hasCount(0);
      assertThat(page.tab().title()).isEqualTo("1 offer – Offer Engine");
    }
  }
}
