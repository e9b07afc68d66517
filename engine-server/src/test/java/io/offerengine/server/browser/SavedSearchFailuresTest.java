package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Route;
import io.offerengine.server.alerts.AlertLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the form of saved searches and the bell say when the service refuses, or is not there. */
class SavedSearchFailuresTest extends WatchedPages {
  @Test
  void refusals_areToldInTheWordsOfTheService() throws IOException {
    open(new AlertLimits(1, 0, 1, 10, 10));
    market().store(1, "RTX 4090", 1);
    market().store(2, "H100", 2);
    SearchPage page = page(ALL);
    page.find("#save-search").click();
    giveKey(page, WatchedMarket.KEY);
    assertThat(page.find("#save-name")).hasValue("Any offer");
    page.find("#save-name").press("Enter");
    assertThat(page.find("#save-problem")).containsText("The search matches 2 of 2 offers");
    assertThat(page.find("#save-problem small")).hasText("LIMIT_EXCEEDED");
    page.find("#save-close").click();
    market().save("other", CHEAP);
    page.value("gpu_name", "H100").locator("input").check();
    page.awaitOffers(1);
    page.find("#save-search").click();
    assertThat(page.find("#save-problem")).hasText("");
    page.find("#save-name").press("Enter");
    assertThat(page.find("#save-problem")).containsText("a user may have 1; delete one first");
  }

  @Test
  void service_thatStopsIsWaitedFor() throws IOException {
    open(AlertLimits.DEFAULTS);
    market().save("cheap", CHEAP);
    SearchPage page = page(ALL);
    openAlerts(page);
    assertThat(page.find("#saved-list li")).hasCount(1);
    market().stop();
    assertThat(page.find("#alerts-problem")).hasText("The service can not be reached.");
    market().startAgain();
    market().store(1, "RTX 4090", 1);
    assertThat(page.find("#alert-list li")).containsText("2 × RTX 4090");
    assertThat(page.find("#alerts-problem")).hasText("");
  }

  @Test
  void bell_ringsAgainAfterAnAnswerThatCantBeRead() throws IOException {
    open(AlertLimits.DEFAULTS);
    market().save("cheap", CHEAP);
    market().store(1, "RTX 4090", 1);
    SearchPage page = page(ALL);
    Pattern alerts = Pattern.compile("/market/v1/alerts");
    page.tab().route(alerts, route -> route.fulfill(new Route.FulfillOptions().setBody("{}")));
    openAlerts(page);
    assertThat(page.find("#alerts-problem"))
        .containsText("An answer with alerts can not be shown: TypeError");
    page.tab().unroute(alerts);
    assertThat(page.find("#alert-list li")).containsText("2 × RTX 4090");
    assertThat(page.find("#alerts-problem")).hasText("");
  }

  @Test
  void form_thatIsClosedWhileItSends_tellsOfAFailure() throws IOException {
    open(new AlertLimits(0, 1, 1, 10, 10));
    SearchPage page = page(ALL);
    page.find("#save-search").click();
    giveKey(page, WatchedMarket.KEY);
    List<Route> held = new ArrayList<>();
    page.tab().route(Pattern.compile("/market/v1/saved_searches"), held::add);
    page.find("#save-name").press("Enter");
    page.tab().waitForCondition(() -> held.size() == 1);
    page.find("#save-close").click();
    page.find("#save-search").click();
    page.find("#save-name").press("Enter");
    page.tab().waitForCondition(() -> held.size() == 2);
    held.get(0).resume();
    assertThat(page.find("#toast")).containsText("The search is not saved: LIMIT_EXCEEDED");
    assertThat(page.find("#save-problem")).hasText("");
    assertThat(page.find("#save")).isVisible();
    held.get(1).resume();
    assertThat(page.find("#save-problem")).containsText("LIMIT_EXCEEDED");
  }
}
