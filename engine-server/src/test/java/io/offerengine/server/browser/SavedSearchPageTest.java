package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.alerts.AlertService;
import io.offerengine.server.alerts.ShownSearch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Searches that are saved on the page, the bell that tells what newly matches, and what both say
 * when the service refuses, or is not there.
 */
class SavedSearchPageTest extends Pages {
  private static final String POLL = "/market/v1/alerts";
  private static final String CHEAP =
      "{\"gpu_name\":{\"eq\":\"RTX 4090\"},\"dph_total\":{\"lt\":1.5}}";

  @TempDir private Path directory;
  private WatchedMarket market;

  /** Opens the market of a test. */
  private WatchedMarket open(AlertLimits limits) throws IOException {
    market = keep(new WatchedMarket(directory, limits));
    return market;
  }

  private SearchPage page(String fragment) {
    return page(market.server(), fragment);
  }

  /** Opens the list of alerts with a new key. */
  private static void openAlerts(SearchPage page) {
    page.find("#bell").click();
    page.giveKey(WatchedMarket.KEY);
    assertThat(page.find("#key")).isHidden();
    assertThat(page.find("#alerts")).isVisible();
  }

  @Test
  void search_isSavedAsThePageShowsIt() throws IOException {
    open(AlertLimits.DEFAULTS).store(1, "RTX 4090", 1);
    String shown =
        "#type=interruptible&gpu_name.in=RTX+4090&dph_total.lte=1.5&verification.in=verified"
            + "&storage=20&sort=dph_total%3Adesc&bundles=no&columns=price";
    SearchPage page = page(shown);
    Locator button = page.find("#save-search");
    button.click();
    assertThat(page.find("#key-problem")).containsText("they need a key");
    page.giveKey("wrong");
    assertThat(page.find("#key-problem")).containsText("The API key is unknown");
    page.giveKey(WatchedMarket.KEY);
    assertThat(page.find("#key")).isHidden();
    Locator name = page.find("#save-name");
    assertThat(name).isFocused();
    assertThat(name).hasValue("GPU model: RTX 4090; Price: ≤ 1.5 $/h, whole offer");
    assertThat(page.find("#save-conditions"))
        .hasText(
            "GPU model: RTX 4090 · Price: ≤ 1.5 $/h, whole offer · Verification: verified · bid"
                + " · 20 GB of storage");
    name.fill("n".repeat(201));
    name.press("Enter");
    assertThat(page.find("#save-problem")).containsText("at /name");
    name.fill(" cheap ones ");
    name.press("Enter");
    assertThat(page.find("#save")).isHidden();
    assertThat(page.find("#toast")).hasText(Pattern.compile("^The search is saved\\."));
    assertThat(button).isFocused();
    ShownSearch saved = market.saved().get(0);
    assertThat(saved.name()).isEqualTo("cheap ones");
    assertThat(saved.search())
        .isEqualTo(
            "{\"gpu_name\":{\"in\":[\"RTX 4090\"]},\"dph_total\":{\"lte\":1.5},"
                + "\"verification\":{\"in\":[\"verified\"]},\"type\":\"bid\","
                + "\"allocated_storage\":20}");
    assertThat(page.tab().evaluate("localStorage.length + sessionStorage.length")).isEqualTo(0);
  }

  @Test
  void bell_ringsWhenAnOfferNewlyMatches() throws IOException {
    open(AlertLimits.DEFAULTS).store(1, "RTX 4090", 1);
    String harm = "<b>cheap</b> \u202E\"'&amp;";
    market.save(harm, CHEAP);
    SearchPage page = page(ALL);
    openAlerts(page);
    assertThat(page.find("#alerts-none")).isVisible();
    page.tab().keyboard().press("Escape");
    assertThat(page.find("#bell")).isFocused();
    market.store(2, "RTX 4090", 2);
    market.store(3, "RTX 4090", 0.5);
    assertThat(page.find("#bell")).hasAccessibleName("Alerts 1 unread");
    assertThat(page.find("#toast")).hasText("1 new alert.");
    market.apply(cheap(4, 0.4), cheap(5, 0.7), cheap(6, 0.6));
    assertThat(page.find("#bell-count")).hasText("2");
    page.find("#bell").press("Enter");
    Locator alerts = page.find("#alert-list li");
    assertThat(alerts).hasCount(2);
    assertThat(alerts.nth(0)).containsText("2 × RTX 4090$0.40/hnew" + harm + " · ");
    assertThat(alerts.nth(0)).containsText(Pattern.compile(" s ago · and 2 more offers$"));
    assertThat(alerts.nth(1)).containsText("2 × RTX 4090$0.50/h");
    assertThat(page.find("#alerts b")).hasCount(0);
    // What comes meanwhile does not take the focus.
    alerts.nth(1).locator("button").focus();
    market.delete(4);
    market.store(7, "RTX 4090", 0.3);
    assertThat(page.find("#alerts-news")).hasText("1 new alert");
    assertThat(alerts).hasCount(3);
    assertThat(alerts.nth(0)).containsText("2 × RTX 4090$0.30/h");
    assertThat(alerts.nth(2).locator("button")).isFocused();
    page.tab().keyboard().press("Enter");
    assertThat(page.find("#detail-price")).containsText("$0.50/h");
    assertThat(page.fragment()).contains("offer=3");
    page.tab().keyboard().press("Escape");
    assertThat(page.find("#bell")).isFocused();
    assertThat(page.find("#bell-count")).hasText("");
    page.find("#bell").click();
    assertThat(alerts.nth(1)).containsText("no longer offered");
    assertThat(page.find("#alert-list .badge:not(:empty)")).hasCount(0);
    alerts.nth(1).locator("button").click();
    assertThat(page.find("#detail-state")).containsText("There is no offer 4");
  }

  private static Offer.Builder cheap(long id, double price) {
    return AlertService.gpus(id, "RTX 4090", price);
  }

  @Test
  void savedSearches_areShownAndRemoved() throws IOException {
    open(AlertLimits.DEFAULTS);
    market.save(
        "with storage",
        "{\"type\":\"interruptible\",\"allocated_storage\":{\"eq\":100},\"num_gpus\":\"2\","
            + "\"gpu_name\":{\"in\":[\"RTX 4090\",\"H100\"]},\"rentable\":{\"neq\":false},"
            + "\"limit\":3,\"order\":[[\"dph_total\",\"asc\"]]}");
    market.save("", "{\"gpu_name\":{\"eq\":null}}");
    market.apply(
        cheap(1, 1)
            .set(MarketplaceSchema.RENTABLE, true)
            .set(MarketplaceSchema.MIN_BID, 0.8)
            .set(MarketplaceSchema.STORAGE_COST, 7.2),
        Offer.builder().set(MarketplaceSchema.ID, 2).set(MarketplaceSchema.NUM_GPUS, 2));
    SearchPage page = page(ALL + "&sort=num_gpus:asc&per=gpu").awaitOffers(2);
    openAlerts(page);
    Locator searches = page.find("#saved-list li");
    assertThat(searches).hasCount(2);
    assertThat(searches.nth(0)).containsText("with storage");
    assertThat(searches.nth(0)).containsText("GPU model: RTX 4090, H100");
    assertThat(searches.nth(1)).containsText("Search 2");
    assertThat(searches.nth(1)).containsText("The page can not show these conditions.");
    assertThat(searches.nth(1).locator("button")).hasCount(1);
    page.find("#alerts").getByLabel("Show with storage").click();
    assertThat(page.find("#alerts")).isHidden();
    assertThat(page.tab())
        .hasURL(
            Pattern.compile(
                "#type=bid&num_gpus.eq=2&gpu_name.in=RTX\\+4090&gpu_name.in=H100"
                    + "&rentable.neq=false&storage=100&per=gpu&sort=num_gpus%3Aasc$"));
    page.tab().goBack();
    page.awaitOffers(2);
    // The alert names the price of a bid with storage, and the drawer shows the same.
    page.find("#bell").click();
    Locator alert = page.find("#alert-list li").filter(containing("with storage"));
    assertThat(alert).containsText("$1.80/h");
    alert.locator("button").click();
    assertThat(page.find("#detail-price .sum")).hasText("Total$1.80/h");
    assertThat(page.find("#detail-price")).containsText("Storage: 100 GB at $7.20/GB/month");
    page.tab().keyboard().press("Escape");
    page.find("#bell").click();
    page.find("#alerts").getByLabel("Remove Search 2").click();
    assertThat(searches).hasCount(1);
    assertThat(page.find("#alerts-news")).hasText("Removed: Search 2");
    assertThat(page.find("#alerts-close")).isFocused();
    assertThat(market.saved()).hasSize(1);
    page.find("#alerts").getByLabel("Remove with storage").click();
    assertThat(page.find("#saved-none")).isVisible();
    assertThat(page.find("#alert-list li")).hasCount(0);
    assertThat(market.saved()).isEmpty();
  }

  /** Opening the list asks for it anew, and its answer may come while a search is removed. */
  @Test
  void remove_whileTheListIsAskedFor_leavesTheOtherSearch() throws IOException {
    open(AlertLimits.DEFAULTS);
    market.save("one", "{}");
    market.save("two", "{}");
    SearchPage page = page(ALL);
    openAlerts(page);
    Locator searches = page.find("#saved-list li");
    assertThat(searches).hasCount(2);
    page.find("#alerts-close").click();
    Pattern path = Pattern.compile("/market/v1/saved_searches");
    List<Route> held = new ArrayList<>();
    page.tab().route(path, held::add);
    page.find("#bell").click();
    page.tab().waitForCondition(() -> held.size() == 1);
    page.find("#alerts").getByLabel("Remove two").click();
    page.tab().waitForCondition(() -> held.size() == 2);
    page.tab().waitForResponse(path, held.get(0)::resume);
    page.tab().waitForResponse(path, held.get(1)::resume);
    assertThat(page.find("#alerts-news")).hasText("Removed: two");
    assertThat(searches).hasCount(1);
    assertThat(searches).containsText("one");
  }

  private static Locator.FilterOptions containing(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  @Test
  void alerts_thatAreMissingAreToldOf() throws Exception {
    open(new AlertLimits(10, 1, 0, 2, 2));
    market.save("cheap", CHEAP);
    market.store(1, "RTX 4090", 1);
    market.store(2, "RTX 4090", 1);
    market.awaitComparisons();
    market.storeIncomparably(10);
    market.dropOldestAlert();
    SearchPage page = page(ALL);
    openAlerts(page);
    Locator alerts = page.find("#alert-list li");
    assertThat(alerts).hasCount(2);
    assertThat(alerts.filter(containing("Many changes were not compared with your searches.")))
        .hasCount(1);
    assertThat(alerts.filter(containing("no more alerts of this search before "))).hasCount(1);
    assertThat(page.find("#alerts-dropped")).hasText("1 older alert can no longer be shown.");
  }

  @Test
  void service_isAskedByTabsInFrontAlone() throws IOException {
    open(AlertLimits.DEFAULTS);
    market.save("cheap", CHEAP);
    SearchPage page = page(ALL);
    Page tab = page.tab();
    List<Request> polls = new ArrayList<>();
    List<Request> ended = new ArrayList<>();
    tab.onRequest(request -> note(polls, request));
    tab.onRequestFailed(request -> note(ended, request));
    page.awaitOffers(0);
    page.comeBack();
    page.find("#bell").click();
    assertThat(page.find("#key")).isVisible();
    assertThat(polls).as("requests without a key").isEmpty();
    tab.waitForRequest(
        Pattern.compile(POLL),
        () -> {
          page.giveKey(WatchedMarket.KEY);
        });
    page.find("#alerts-close").click();
    tab.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})");
    page.comeBack();
    tab.waitForCondition(() -> ended.size() == 1);
    market.store(1, "RTX 4090", 1);
    tab.evaluate("delete document.hidden");
    page.comeBack();
    assertThat(page.find("#bell-count")).hasText("1");
    assertThat(polls.size()).as("requests with a key").isBetween(2, 3);
  }

  private static void note(List<Request> requests, Request request) {
    if (request.url().contains(POLL)) {
      requests.add(request);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "alerts,       1300,  900, LIGHT",
    "alerts-dark,  1300,  900, DARK",
    "alerts-small,  320,  640, DARK"
  })
  void dialogs_areAccessible(String name, int width, int height, ColorScheme colours)
      throws IOException {
    open(AlertLimits.DEFAULTS).store(1, "RTX 4090", 1);
    market.save("4090 below $1.50", CHEAP);
    market.save("W".repeat(200), "{\"num_gpus\":{\"gte\":8}}");
    market.store(2, "RTX 4090", 0.35);
    market.apply(cheap(3, 0.4), cheap(4, 0.5));
    SearchPage page = page(market.server(), ALL, width, height, colours).awaitOffers(4);
    page.find("#save-search").click();
    page.giveKey(WatchedMarket.KEY);
    assertThat(page.find("#save-name")).isFocused();
    page.screenshot(name + "-save");
    page.assertAccessible();
    page.tab().keyboard().press("Escape");
    assertThat(page.find("#bell-count")).hasText("2");
    page.screenshot(name + "-bell");
    page.assertAccessible();
    page.find("#bell").click();
    assertThat(page.find("#alert-list li").first()).containsText("RTX 4090");
    page.screenshot(name);
    page.assertAccessible();
    page.assertNothingSticksOut();
    assertThat(page.find("#alerts-news")).hasAttribute("role", "status");
  }

  @Test
  void refusals_areToldInTheWordsOfTheService() throws IOException {
    open(new AlertLimits(1, 0, 1, 10, 10));
    market.store(1, "RTX 4090", 1);
    market.store(2, "H100", 2);
    SearchPage page = page(ALL);
    page.find("#save-search").click();
    page.giveKey(WatchedMarket.KEY);
    assertThat(page.find("#save-name")).hasValue("Any offer");
    page.find("#save-name").press("Enter");
    assertThat(page.find("#save-problem")).containsText("The search matches 2 of 2 offers");
    assertThat(page.find("#save-problem small")).hasText("LIMIT_EXCEEDED");
    page.find("#save-close").click();
    market.save("other", CHEAP);
    page.value("gpu_name", "H100").locator("input").check();
    page.awaitOffers(1);
    page.find("#save-search").click();
    assertThat(page.find("#save-problem")).hasText("");
    page.find("#save-name").press("Enter");
    assertThat(page.find("#save-problem")).containsText("a user may have 1; delete one first");
  }

  @Test
  void bell_ringsAgain_afterAnAnswerThatCantBeRead_andWhenAServiceThatStoppedIsBack()
      throws IOException {
    open(AlertLimits.DEFAULTS);
    market.save("cheap", CHEAP);
    market.store(1, "RTX 4090", 1);
    SearchPage page = page(ALL);
    Pattern path = Pattern.compile(POLL);
    page.tab().route(path, route -> route.fulfill(new Route.FulfillOptions().setBody("{}")));
    openAlerts(page);
    Locator problem = page.find("#alerts-problem");
    assertThat(problem).containsText("An answer with alerts can not be shown: TypeError");
    assertThat(page.find("#saved-list li")).hasCount(1);
    page.tab().unroute(path);
    Locator alerts = page.find("#alert-list li");
    assertThat(alerts).containsText("2 × RTX 4090");
    assertThat(problem).hasText("");
    market.stop();
    assertThat(problem).hasText("The service can not be reached.");
    market.startAgain();
    market.store(2, "RTX 4090", 1);
    assertThat(alerts).hasCount(2);
    assertThat(problem).hasText("");
  }

  @Test
  void form_thatIsClosedWhileItSends_tellsOfAFailure() throws IOException {
    open(new AlertLimits(0, 1, 1, 10, 10));
    SearchPage page = page(ALL);
    page.find("#save-search").click();
    page.giveKey(WatchedMarket.KEY);
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
