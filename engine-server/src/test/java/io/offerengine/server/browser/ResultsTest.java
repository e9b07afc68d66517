package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.microsoft.playwright.Locator;
import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.server.http.TestClient;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The results of the page, and its address, which holds its state. */
class ResultsTest extends PublicPages {
  private static final String CUT_HEADS =
      """
      () => [...document.querySelectorAll('#columns button')]
        .filter((head) => head.scrollWidth > head.clientWidth)
        .map((head) => head.textContent)\
      """;

  private static final int MOST_ROWS = 200;

  private static int rows(SearchPage page) {
    return page.find("#rows > tr").count();
  }

  @Test
  void rows_areSortedByAnyColumnAndByTwo() {
    SearchPage page = all();
    assertThat(page.ids(50)).isEqualTo(ids("{\"limit\":50}"));
    Locator price = page.find("th button[data-field='dph_total']");
    price.click();
    assertThat(page.find("th[aria-sort='ascending']")).hasText(Pattern.compile("^Price"));
    page.awaitOffers(OFFERS);
    assertThat(page.ids(50)).isEqualTo(ids("{\"limit\":50,\"order\":[[\"dph_total\",\"asc\"]]}"));
    price.click();
    page.awaitOffers(OFFERS);
    assertThat(page.ids(50)).isEqualTo(ids("{\"limit\":50,\"order\":[[\"dph_total\",\"desc\"]]}"));
    page.find("th button[data-field='gpu_name']").click();
    page.find("th button[data-field='dlperf']")
        .click(
            new Locator.ClickOptions()
                .setModifiers(List.of(com.microsoft.playwright.options.KeyboardModifier.SHIFT)));
    page.awaitOffers(OFFERS);
    assertThat(page.ids(50))
        .isEqualTo(
            ids("{\"limit\":50," + "\"order\":[[\"gpu_name\",\"asc\"],[\"dlperf\",\"desc\"]]}"));
    page.find("#sort-first").selectOption("reliability");
    page.find("#sort-first-direction").selectOption("desc");
    page.awaitOffers(OFFERS);
    String order = "[[\"reliability\",\"desc\"],[\"dlperf\",\"desc\"]]";
    assertThat(page.ids(50)).isEqualTo(ids("{\"limit\":50,\"order\":" + order + "}"));
  }

  /** The narrowest common window of a computer; the arrow of the order stands behind the name. */
  @Test
  void heads_areWholeWhateverTheOrder() {
    SearchPage page = page(ALL);
    page.tab().setViewportSize(1_366, 768);
    page.awaitOffers(OFFERS);
    Locator heads = page.find("#columns button");
    for (int i = 0; i < heads.count(); i++) {
      heads.nth(i).click();
      assertThat(heads.nth(i)).hasText(Pattern.compile("[▲▼]$"));
      assertThat(page.tab().evaluate(CUT_HEADS)).asInstanceOf(LIST).isEmpty();
    }
  }

  @Test
  void rows_loadAsOneScrolls_neverTwice_andAreFewHoweverFar() {
    SearchPage page = page(ALL + "&bundles=no&sort=dph_total:asc").awaitOffers(OFFERS);
    page.scrollTo((int) OFFERS - 1);
    assertThat(rows(page)).isBetween(1, MOST_ROWS);
    assertThat(page.find("[aria-rowindex='" + (OFFERS + 1) + "']")).isAttached();
    // The head stays above the rows, and the first of them is not there any more.
    assertThat(page.find("th").first()).isInViewport();
    assertThat(page.find("#total")).isInViewport();
    assertThat(page.find("#sort-first")).isInViewport();
    assertThat(page.find("[aria-rowindex='2']")).hasCount(0);
    List<String> ids = page.ids(1_000);
    String search =
        "{\"limit\":10000,\"disable_bundling\":true,\"order\":[[\"dph_total\",\"asc\"]]}";
    assertThat(ids).doesNotHaveDuplicates().isEqualTo(ids(search).subList(0, ids.size()));
    // What is repainted are the rows near the window. No clock here: their number is what costs.
    page.find("#per").getByLabel("GPU").check();
    assertThat(page.find("#rows td[data-column='price'] .detail").first()).containsText("in all");
    assertThat(rows(page)).isLessThanOrEqualTo(MOST_ROWS);
  }

  @Test
  void bundles_unfoldAndFold() {
    SearchPage page = page(ALL + "&sort=dph_total:asc").awaitOffers(OFFERS);
    assertThat(page.find("#total").textContent()).matches("[\\d,]+ bundles of 2,000 offers");
    Locator head =
        page.find("#rows > tr")
            .filter(new Locator.FilterOptions().setHas(page.find("button.more:visible")))
            .first();
    String text = head.locator("button.more").textContent();
    int others = Integer.parseInt(text.replaceAll("\\D", ""));
    int before = 50;
    head.locator("button.more").click();
    assertThat(page.find("#rows > tr.member")).hasCount(others);
    assertThat(page.find("#offers"))
        .hasAttribute("aria-rowcount", Integer.toString(1 + before + others));
    assertThat(page.ids(before + others)).hasSize(before + others).doesNotHaveDuplicates();
    head.getByText("fold", new Locator.GetByTextOptions().setExact(true)).click();
    assertThat(page.find("#rows > tr.member")).hasCount(0);
    page.find(".menu summary").click();
    page.find("#bundled").uncheck();
    page.awaitOffers(OFFERS);
    assertThat(page.find("#total")).hasText("2,000 offers");
  }

  @Test
  void storage_repricesEveryRow() {
    SearchPage page = page(ALL + "&sort=dph_total:asc").awaitOffers(OFFERS);
    List<String> before = page.column("price");
    page.find("#storage-box").fill("100");
    assertThat(page.find("#included"))
        .hasText("Prices include 100 GB of storage; traffic is extra.");
    page.awaitOffers(count("{\"allocated_storage\":100}"));
    List<String> after = page.column("price");
    // How many rows are drawn beside the window differs.
    assertThat(after.subList(0, 10)).isNotEqualTo(before.subList(0, 10));
    Matches matches =
        market
            .engine()
            .snapshot()
            .search(
                GeneratedMarket.query(
                    "{\"allocated_storage\":100,"
                        + "\"order\":[[\"dph_total\",\"asc\"]],\"limit\":1}"));
    Match match = matches.get(0);
    double price = match.number(io.offerengine.marketplace.MarketplaceSchema.DPH_TOTAL);
    assertThat(Double.parseDouble(after.get(0).replaceAll("[$/h]", "")))
        .isCloseTo(price, org.assertj.core.data.Offset.offset(0.0005));
    page.find("#storage").focus();
    page.find("#storage").press("ArrowRight");
    assertThat(page.find("#storage-box")).hasValue("150");
    page.find("#per").getByLabel("GPU").check();
    assertThat(page.find("#rows td[data-column='price'] .detail").first()).containsText("in all");
    page.find("#period").getByLabel("Month").check();
    assertThat(page.find("#rows td[data-column='price'] .main").first()).containsText("/month");
    page.find("#type").getByLabel("Bid").check();
    page.awaitOffers(count("{\"type\":\"bid\",\"allocated_storage\":150}"));
  }

  @Test
  void columns_areChosen() {
    SearchPage page = all();
    page.find(".menu summary").click();
    page.find("#choose-columns").click();
    page.find("#chooser")
        .getByLabel("Compute", new Locator.GetByLabelOptions().setExact(true))
        .check();
    page.find("#chooser")
        .getByLabel("Network", new Locator.GetByLabelOptions().setExact(true))
        .uncheck();
    page.tab().keyboard().press("Escape");
    assertThat(page.find("th").last()).hasText("Compute");
    assertThat(page.column("total_flops").get(0)).endsWith("TFLOPs");
    assertThat(page.find("#rows td[data-column='network']")).hasCount(0);
    assertThat(page.fragment()).contains("total_flops");
  }

  /** What is dropped brings back what a search without it finds. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "&num_gpus.in=8&dph_total.lte=0.01&storage=100"
            + " | {\"num_gpus\":8,\"allocated_storage\":100}"
            + " | Price: ≤ 0.01 $/h, whole offer brings back %s offers",
        "&storage=1000000 | {} | Storage: 1000000 GB brings back %s offers",
        "&gpu_name.in=none+such&dph_total.lte=0.000001&num_gpus.in=8 | {\"num_gpus\":8}"
            + " | GPU model: none such and Price: ≤ 0 $/h, whole offer bring back %s offers"
      })
  void nothing_saysWhichConditionsBringOffersBack(String link, String search, String advice) {
    SearchPage page = page(ALL + link);
    assertThat(page.find("#total")).hasText("0 offers");
    long others = count(search);
    Locator first = page.find("#drops li").first();
    assertThat(first).hasText(advice.formatted("%,d".formatted(others)));
    if (advice.contains(" and ")) {
      assertThat(page.find("#advice")).hasText("Drop two conditions to see offers again:");
    }
    page.screenshot("nothing");
    first.locator("button").click();
    page.awaitOffers(others);
    assertThat(page.find("#nothing")).isHidden();
  }

  @Test
  void copies_areTheSearch() throws Exception {
    SearchPage page =
        page(ALL + "&gpu_name.in=RTX+4090&gpu_ram.gte=24000&sort=dph_total:desc")
            .awaitOffers(count("{\"gpu_name\":{\"in\":[\"RTX 4090\"]}}"));
    page.find(".menu summary").click();
    page.find("#copy-json").click();
    assertThat(page.find("#toast")).hasText("The search is copied as JSON.");
    String json = page.copied();
    TestClient client = new TestClient(server.port()).as(GeneratedMarket.KEY);
    TestClient.ok(client.post("/api/v0/bundles/", json));
    // Storage that a search names is a condition on the disk, too.
    assertThat(json).doesNotContain("allocated_storage");
    page.find("#copy-curl").click();
    assertThat(page.find("#toast")).containsText("curl");
    assertThat(page.copied())
        .startsWith("curl -sS 'http://127.0.0.1:" + server.port() + "/api/v0/bundles/' \\\n")
        .contains("\"gpu_name\":{\"in\":[\"RTX 4090\"]}")
        // This page has no key, and needs none.
        .doesNotContain("Bearer");
    page.find("#copy-client").click();
    assertThat(page.find("#toast")).containsText("vastai");
    assertThat(page.copied())
        .isEqualTo(
            "vastai search offers 'gpu_name in [RTX_4090] gpu_ram>=24' -n --type 'on-demand'"
                + " --storage '8' -o 'dph_total-'");
  }

  @Test
  void place_survivesReloadAndBack() {
    SearchPage page = page(ALL + "&bundles=no&sort=dph_total:asc").awaitOffers(OFFERS);
    page.scrollTo(300);
    page.find("#table").evaluate("(table) => (table.scrollTop = 250 * 48)");
    page.tab().waitForFunction("() => history.state.place === 250");
    page.tab().reload();
    page.awaitOffers(OFFERS);
    assertThat(page.find("[aria-rowindex='252']")).isInViewport();
    String there = page.find("[aria-rowindex='252']").getAttribute("data-id");
    // Another filter begins at the top.
    page.value("num_gpus", "8 ×").locator("input").check();
    page.awaitOffers(count("{\"num_gpus\":8}"));
    assertThat(page.find("[aria-rowindex='2']")).isInViewport();
    page.tab().goBack();
    page.awaitOffers(OFFERS);
    assertThat(page.find("[aria-rowindex='252']")).isInViewport();
    assertThat(page.find("[aria-rowindex='252']")).hasAttribute("data-id", there);
  }

  @Test
  void rows_stayDimmedWhileOthersLoad() {
    SearchPage page = all();
    List<String> before = page.ids();
    page.tab().route("**/market/v1/page", route -> {});
    page.value("num_gpus", "8 ×").locator("input").check();
    assertThat(page.find("#results")).hasAttribute("aria-busy", "true");
    assertThat(page.find("#rows")).hasCSS("opacity", "0.55");
    assertThat(page.ids()).isEqualTo(before);
    assertThat(page.find("#total")).not().containsText("…");
    page.tab().reload();
    // Before the first offers, empty rows stand there.
    assertThat(page.find("#rows")).hasCSS("background-image", Pattern.compile("gradient"));
    assertThat(page.find("#rows")).hasCSS("height", Pattern.compile("^5\\d\\dpx$"));
  }

  @Test
  void address_holdsTheWholeState() {
    String state =
        "#type=bid&gpu_name.in=RTX+4090&gpu_name.in=RTX+3090&gpu_ram.gte=20000&storage=50&per=gpu"
            + "&period=month&sort=dph_total%3Aasc%2Creliability%3Adesc&columns=price%2Clocation"
            + "&bundles=no&open=gpu_name%2Cinet_down";
    String search =
        "{\"type\":\"bid\",\"gpu_name\":{\"in\":[\"RTX 4090\",\"RTX 3090\"]},"
            + "\"gpu_ram\":{\"gte\":20000},\"allocated_storage\":50,\"disable_bundling\":true,"
            + "\"order\":[[\"dph_total\",\"asc\"],[\"reliability\",\"desc\"]],\"limit\":50}";
    SearchPage page = page(state).awaitOffers(count(search));
    assertThat(page.fragment()).isEqualTo(state);
    assertThat(page.ids(50)).isEqualTo(ids(search));
    assertThat(page.find("th")).hasText(new String[] {"GPU", "Price▲1", "Location"});
    assertThat(page.find("details.filter[open]")).hasCount(2);
    assertThat(page.find("#storage-box")).hasValue("50");
    List<String> prices = page.column("price");
    page.tab().reload();
    page.awaitOffers(count(search));
    // How many rows are drawn beside the window differs.
    assertThat(page.column("price").subList(0, 10)).isEqualTo(prices.subList(0, 10));
    page.find("#clear").click();
    page.awaitOffers(count("{\"type\":\"bid\",\"allocated_storage\":50}"));
    assertThat(page.fragment()).startsWith("#type=bid&storage=50");
  }

  @Test
  void history_goesBackAndForward() {
    SearchPage page = all();
    page.value("num_gpus", "8 ×").locator("input").check();
    long eight = count("{\"num_gpus\":8}");
    page.awaitOffers(eight);
    Locator least = page.section("gpu_ram").getByLabel("Memory per GPU, least").nth(1);
    least.pressSequentially("48");
    long large = count("{\"num_gpus\":8,\"gpu_ram\":{\"gte\":48000}}");
    page.awaitOffers(large);
    page.tab().goBack();
    page.awaitOffers(eight);
    assertThat(least).hasValue("");
    page.tab().goBack();
    page.awaitOffers(OFFERS);
    assertThat(page.value("num_gpus", "8 ×").locator("input")).not().isChecked();
    page.tab().goForward();
    page.tab().goForward();
    page.awaitOffers(large);
    assertThat(least).hasValue("48");
  }

  @Test
  void parameters_ofSearchesCountAsConditionsOrNot() {
    SearchPage page =
        page("#type.eq=interruptible&allocated_storage.eq=100&num_gpus.eq=2")
            .awaitOffers(count("{\"type\":\"bid\",\"allocated_storage\":100,\"num_gpus\":2}"));
    assertThat(page.find("#type").getByLabel("Bid")).isChecked();
    assertThat(page.find("#storage-box")).hasValue("100");
    assertThat(page.find(".chip")).hasCount(1);
    assertThat(page.fragment()).isEqualTo("#type=bid&num_gpus.eq=2&storage=100");
    // Storage that a search names is a condition on the disk, also if prices include it anyway.
    page = page(ALL + "&allocated_storage.eq=8").awaitOffers(count("{\"allocated_storage\":8}"));
    assertThat(page.find(".chip")).hasCount(1);
    page = page(ALL + "&type.neq=bid");
    assertThat(page.find("#notice")).containsText("at /type");
    page.find(".chip").click();
    page.awaitOffers(OFFERS);
  }

  @Test
  void orders_ofALinkStay() {
    String link = ALL + "&sort=gpu_name%3Aasc%2Cdlperf%3Adesc%2Cdph%3Aasc";
    SearchPage page = page(link).awaitOffers(OFFERS);
    assertThat(page.find("#sort-further")).hasText("then dph, least first");
    page.find(".menu summary").click();
    page.find("#sort-second").selectOption("reliability");
    page.awaitOffers(OFFERS);
    assertThat(page.ids(50))
        .isEqualTo(
            ids(
                "{\"limit\":50,\"order\":[[\"gpu_name\",\"asc\"],[\"reliability\",\"desc\"],"
                    + "[\"dph_total\",\"asc\"]]}"));
    assertThat(page.find("#sort-further")).hasText("then dph, least first");
    // A name that no column has can be sorted by, too.
    page = page(ALL + "&sort=dph%3Adesc").awaitOffers(OFFERS);
    page.find(".menu summary").click();
    page.find("#sort-second").selectOption("reliability");
    page.awaitOffers(OFFERS);
    assertThat(page.fragment()).contains("sort=dph%3Adesc%2Creliability%3Aasc");
  }
}
