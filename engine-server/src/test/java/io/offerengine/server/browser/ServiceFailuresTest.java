package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.limit.RateLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page says when the service refuses, is slow, or is not there. */
class ServiceFailuresTest extends PublicPages {
  @Test
  void key_isAskedForOnce_heldInMemoryAlone_andKeptForTheTabIfTheReaderWishesSo()
      throws IOException {
    ApiServer server = market.serveWithKey();
    SearchPage page = page(server, ALL + "&offer=" + ids("{\"num_gpus\":1}").get(0));
    Locator form = page.find("#key");
    assertThat(form).isVisible();
    assertThat(page.find("#key-problem"))
        .hasText("This service answers with a key alone. Type yours.");
    page.giveKey("wrong");
    assertThat(page.find("#key-problem")).containsText("The API key is unknown");
    assertThat(page.find("#key-problem small")).hasText("AUTH_ERROR");
    assertThat(form).isVisible();
    assertThat(page.find("#key-input")).hasValue("");
    page.giveKey(GeneratedMarket.KEY);
    page.awaitOffers(OFFERS);
    assertThat(form).isHidden();
    assertThat(page.find("#detail-title")).containsText("1 ×");
    page.tab().keyboard().press("Escape");
    page.find("#rows button.name").first().click();
    assertThat(page.find("#detail")).isVisible();
    Object stored =
        page.tab()
            .evaluate(
                "() => JSON.stringify([localStorage, sessionStorage, document.cookie,"
                    + " location.href,"
                    + " history.state, document.documentElement.outerHTML])");
    assertThat((String) stored).doesNotContain(GeneratedMarket.KEY);
    page.tab().reload();
    assertThat(form).isVisible();
    page.tab().keyboard().press("Escape");
    assertThat(page.find("#notice")).containsText("This service answers with a key alone.");
    page.find("#notice button").click();
    assertThat(form).isVisible();
    page.find("#key-keep").check();
    page.giveKey(GeneratedMarket.KEY);
    page.awaitOffers(OFFERS);
    page.tab().reload();
    page.awaitOffers(OFFERS);
    assertThat(form).isHidden();
    assertThat(page.tab().evaluate("localStorage.length")).isEqualTo(0);
  }

  @Test
  void service_thatStopsIsWaitedFor() throws IOException {
    ApiServer first = market.servePublic(RouteServer.DEFAULTS);
    int port = first.port();
    SearchPage page = page(first, ALL).awaitOffers(OFFERS);
    first.close();
    page.value("num_gpus", "8 ×").locator("input").check();
    assertThat(page.find("#notice"))
        .containsText(Pattern.compile("The service can not be reached\\. .* again in \\d+ s"));
    assertThat(page.find("#offers")).hasAttribute("aria-rowcount", "51");
    // The rows are those of the search before: scrolling asks for no more of them.
    List<String> sent = new ArrayList<>();
    page.tab().onRequest(request -> sent.add(request.url()));
    page.find("#table").evaluate("(table) => table.scrollTo(0, table.scrollHeight)");
    page.tab().evaluate("dispatchEvent(new Event('scroll'))");
    page.find("#more-button").click();
    // An offer that no row shows: the last one in the order of the page.
    String other = ids("{\"num_gpus\":1,\"order\":[[\"score\",\"asc\"]]}").get(0);
    page.tab().evaluate("(id) => (location.hash += '&offer=' + id)", other);
    ApiServer starting = market.serveUnready(to -> to.port = port);
    page.find("#notice button").click();
    assertThat(page.find("#notice"))
        .containsText("The service is starting and still loads its offers; try again. ");
    starting.ready();
    page.awaitOffers(count("{\"num_gpus\":8}"));
    assertThat(page.find("#notice")).isHidden();
    assertThat(page.find("#detail-title")).containsText("1 ×");
    assertThat(sent).isNotEmpty().noneMatch(url -> url.contains("cursor"));
  }

  @Test
  void tooManyRequests_areToldAndSentAgain() throws IOException {
    RateLimit one = new RateLimit(1, Duration.ofSeconds(10));
    ApiServer server = market.servePublic(to -> to.keylessLimit = one);
    SearchPage page = page(server, ALL);
    page.awaitOffers(OFFERS);
    page.value("num_gpus", "8 ×").locator("input").check();
    assertThat(page.find("#notice"))
        .containsText("This address sends requests without an API key faster than it may");
    page.awaitOffers(count("{\"num_gpus\":8}"));
    assertThat(page.find("#notice")).isHidden();
  }

  @Test
  void refusals_standWhereTheyBelong() {
    SearchPage page = all();
    Locator least = page.section("gpu_ram").getByLabel("Memory per GPU, least").nth(1);
    least.fill("much");
    assertThat(page.section("gpu_ram").locator(".problem"))
        .hasText(Pattern.compile("^gpu_ram is of type integer and takes a number, .*"));
    assertThat(page.section("gpu_ram").locator(".problem"))
        .containsText("Type another value, or empty the box.");
    assertThat(page.section("gpu_ram").locator(".problem small"))
        .hasText(Pattern.compile("^INVALID_VALUE at /gpu_ram/gte \\(line 1, column \\d+\\)$"));
    assertThat(page.find("#notice")).isHidden();
    least.fill("24");
    page.awaitOffers(count("{\"gpu_ram\":{\"gte\":24000}}"));
    assertThat(page.section("gpu_ram").locator(".problem")).isHidden();
    page = page(ALL + "&gpu_nme=RTX+4090");
    assertThat(page.find("#notice"))
        .containsText("No offer field is called gpu_nme; did you mean gpu_name?");
    page.find(".chip").click();
    page.awaitOffers(OFFERS);
    assertThat(page.find("#notice")).isHidden();
    page.tab().evaluate("location.hash = 'type=on-demand&__proto__.cursor=x&constructor.gte=1'");
    assertThat(page.find("#notice")).containsText(Pattern.compile("__proto__|constructor"));
    assertThat(page.find(".chip")).hasCount(2);
    assertThat(page.tab().evaluate("'cursor' in {}")).isEqualTo(false);
    // The section opens for the message; the address notes only what the reader opens.
    String twice = "#type=on-demand&gpu_ram.gte=1&gpu_ram.gte=2&open=inet_down";
    page.tab().evaluate("(twice) => (location.hash = twice)", twice);
    assertThat(page.find("details[data-field='gpu_ram'] .problem")).containsText("/gpu_ram/gte");
    page.tab().evaluate("new Promise(requestAnimationFrame)");
    assertThat(page.fragment()).isEqualTo(twice);
  }

  @Test
  void ranges_thatCross_areRefusedInWords() {
    SearchPage page = all();
    Locator ends = page.section("dph_total").locator(".ends input");
    ends.nth(0).fill("2");
    page.awaitOffers(count("{\"dph_total\":{\"gte\":2}}"));
    ends.nth(1).fill("1");
    Locator problem = page.section("dph_total").locator(".problem");
    assertThat(problem).containsText("The least value is above the greatest one");
    assertThat(page.find("#results")).hasAttribute("aria-busy", "false");
    ends.nth(1).fill("3");
    page.awaitOffers(count("{\"dph_total\":{\"gte\":2,\"lte\":3}}"));
    assertThat(problem).isHidden();
  }

  @Test
  void slowNetwork_showsTheLastChangeAlone() {
    SearchPage page = all();
    Page tab = page.tab();
    List<String> sent = new ArrayList<>();
    tab.onRequest(request -> {
      if (request.method().equals("POST")) {
        sent.add(request.postData());
      }
    });
    CDPSession network = tab.context().newCDPSession(tab);
    JsonObject slow = new JsonObject();
    slow.addProperty("offline", false);
    slow.addProperty("latency", 700);
    slow.addProperty("downloadThroughput", 200_000);
    slow.addProperty("uploadThroughput", 200_000);
    network.send("Network.enable");
    network.send("Network.emulateNetworkConditions", slow);
    page.value("num_gpus", "1 ×").locator("input").check();
    page.value("num_gpus", "2 ×").locator("input").check();
    page.value("num_gpus", "1 ×").locator("input").uncheck();
    assertThat(page.find("#results")).hasAttribute("aria-busy", "true");
    assertThat(page.find("#offers")).hasAttribute("aria-rowcount", "51");
    page.awaitOffers(count("{\"num_gpus\":2}"));
    assertThat(page.find("#rows .main").first()).hasText(Pattern.compile("^2 ×"));
    // One request for each change.
    assertThat(sent).hasSizeBetween(1, 3);
    Locator box = page.section("gpu_ram").getByLabel("Memory per GPU, least").nth(1);
    sent.clear();
    box.pressSequentially("24");
    page.awaitOffers(count("{\"num_gpus\":2,\"gpu_ram\":{\"gte\":24000}}"));
    assertThat(sent.size()).isLessThanOrEqualTo(2);
    assertThat(box).hasValue("24");
  }
}
