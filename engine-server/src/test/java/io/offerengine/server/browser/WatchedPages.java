package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import io.offerengine.server.alerts.AlertLimits;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the search page of a market whose searches can be saved. */
abstract class WatchedPages extends Pages {
  static final String CHEAP = "{\"gpu_name\":{\"eq\":\"RTX 4090\"},\"dph_total\":{\"lt\":1.5}}";

  @TempDir private Path directory;
  private WatchedMarket market;

  /** Opens the market of a test. */
  WatchedMarket open(AlertLimits limits) throws IOException {
    market = keep(new WatchedMarket(directory, limits));
    return market;
  }

  WatchedMarket market() {
    return market;
  }

  SearchPage page(String fragment) {
    return page(market.server(), fragment);
  }

  static void giveKey(SearchPage page, String key) {
    page.find("#key-input").fill(key);
    page.tab().keyboard().press("Enter");
  }

  /** Opens the list of alerts with a new key. */
  static void openAlerts(SearchPage page) {
    page.find("#bell").click();
    giveKey(page, WatchedMarket.KEY);
    assertThat(page.find("#key")).isHidden();
    assertThat(page.find("#alerts")).isVisible();
  }
}
