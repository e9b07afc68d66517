package io.offerengine.server.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.offerengine.server.http.ApiServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The search page in a tab of its own, as a person uses it. */
final class SearchPage implements AutoCloseable {
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");
  private static final Pattern BAR =
      Pattern.compile("([\\d.]+) (?:to ([\\d.]+)|or more) \\D*: ([\\d,]+) offers?");
  private static final String AXE = resource("/axe.min.js");

  private final Page page;
  private final List<String> problems = new ArrayList<>();

  private SearchPage(Page page) {
    this.page = page;
    page.onConsoleMessage(this::note);
    page.onPageError(problems::add);
  }

  private static String resource(String name) {
    try (InputStream in = SearchPage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Failed requests are part of some tests; everything else in the console is a fault. */
  private void note(ConsoleMessage message) {
    if (!message.text().startsWith("Failed to load resource")) {
      problems.add(message.text());
    }
  }

  /** Opens the page of a service, without waiting for offers. */
  static SearchPage open(ApiServer server, String fragment, Browser.NewContextOptions window) {
    BrowserContext context =
        Chromium.browser()
            .newContext(window.setPermissions(List.of("clipboard-read", "clipboard-write")));
    context.setDefaultTimeout(Chromium.PATIENCE_MILLIS);
    SearchPage opened = new SearchPage(context.newPage());
    opened.page.navigate("http://127.0.0.1:" + server.port() + "/" + fragment);
    return opened;
  }

  /** Returns the tab. */
  Page tab() {
    return page;
  }

  Locator find(String selector) {
    return page.locator(selector);
  }

  /** Waits until the heading counts some offers, however many bundles, and filters count them. */
  SearchPage awaitOffers(long offers) {
    String count = String.format(Locale.US, "%,d", offers);
    Pattern total = Pattern.compile("(^|\\D )" + count + " offers?$");
    PlaywrightAssertions.assertThat(find("#total")).hasText(total);
    PlaywrightAssertions.assertThat(find("#results")).hasAttribute("aria-busy", "false");
    PlaywrightAssertions.assertThat(find("#rail")).hasAttribute("aria-busy", "false");
    return this;
  }

  /** Opens the section of a filter, if it is closed. */
  Locator section(String field) {
    Locator section = find("details[data-field='" + field + "']");
    if (section.getAttribute("open") == null) {
      section.locator("summary").click();
    }
    return section;
  }

  /** Returns the box of a value of a filter. */
  Locator value(String field, String name) {
    return section(field)
        .locator("label.value")
        .filter(
            new Locator.FilterOptions()
                .setHas(
                    page.locator(".name")
                        .and(page.getByText(name, new Page.GetByTextOptions().setExact(true)))));
  }

  /** Returns the identifiers of the rows near the window, in their order. */
  @SuppressWarnings("unchecked")
  List<String> ids() {
    return (List<String>)
        page.evaluate("[...document.querySelectorAll('#rows > tr')].map((row) => row.dataset.id)");
  }

  /**
   * Scrolls through the rows, and returns the identifiers of the first ones; all if they are fewer.
   */
  @SuppressWarnings("unchecked")
  List<String> ids(int most) {
    return (List<String>)
        page.evaluate(
            """
            async (most) => {
              const table = document.getElementById('table');
              const ids = [];
              const drawn = () =>
                new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
              table.scrollTop = 0;
              await drawn();
              for (let before = -1; ids.length < most && before !== table.scrollTop;) {
                before = table.scrollTop;
                for (const row of document.querySelectorAll('#rows > tr')) {
                  const index = Number(row.ariaRowIndex) - 2;
                  if (index < most) {
                    ids[index] = row.dataset.id;
                  }
                }
                table.scrollTop += table.clientHeight / 2;
                await drawn();
              }
              table.scrollTop = 0;
              await drawn();
              return ids;
            }\
            """,
            most);
  }

  /**
   * Checks that each bar of a filter names as many offers as its range has; returns how many offers
   * the bars have together.
   */
  long assertBars(String field, GeneratedMarket market) {
    long counted = 0;
    for (String title : section(field).locator("rect title").allTextContents()) {
      Matcher bar = BAR.matcher(title);
      if (bar.matches()) {
        String upper = bar.group(2) == null ? "" : ",\"lt\":" + bar.group(2);
        long count = market.count("{\"" + field + "\":{\"gte\":" + bar.group(1) + upper + "}}");
        assertThat(bar.group(3)).as(title).isEqualTo("%,d".formatted(count));
        counted += count;
      }
    }
    return counted;
  }

  /** Scrolls to the end of the rows until there are some. */
  void scrollTo(int rows) {
    page.waitForFunction(
        """
        (rows) => {
          const table = document.getElementById('table');
          table.scrollTop = table.scrollHeight;
          return document.querySelector('[aria-rowcount]').ariaRowCount > rows;
        }\
        """,
        rows);
  }

  /** Returns the texts of a column. */
  List<String> column(String id) {
    return find("#rows td[data-column='" + id + "'] .main").allTextContents();
  }

  /** Returns the number in a text, such as a price. */
  static double number(String text) {
    return Double.parseDouble(text.replaceAll("[^\\d.]", ""));
  }

  /** Returns what is behind the # in the address. */
  String fragment() {
    String url = page.url();
    return url.contains("#") ? url.substring(url.indexOf('#')) : "";
  }

  /** Types a key into the form that asks for one. */
  void giveKey(String key) {
    find("#key-input").fill(key);
    find("#key-input").press("Enter");
  }

  /** Returns what the page has copied. */
  String copied() {
    return (String) page.evaluate("navigator.clipboard.readText()");
  }

  /** Does what a tab does that comes back to the front: asks for what is in view. */
  void comeBack() {
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  }

  /** Checks the window as it is now, with all rules of axe. */
  @SuppressWarnings("unchecked")
  void assertAccessible() {
    page.evaluate(AXE);
    List<String> violations =
        (List<String>)
            page.evaluate(
                "() => axe.run(document, {rules: {'target-size': {enabled: true}}})"
                    + ".then((found) => found.violations.map((each) =>"
                    + " `${each.impact} ${each.id}: ${each.nodes[0].html}"
                    + " ${each.nodes[0].failureSummary}`))");
    assertThat(violations).isEmpty();
  }

  /** Checks that the window does not scroll sideways. */
  void assertNothingSticksOut() {
    Object wider =
        page.evaluate(
            "() => [document.documentElement, ...document.querySelectorAll('dialog[open]')]"
                + ".filter((each) => each.scrollWidth > each.clientWidth).length");
    assertThat(wider).isEqualTo(0);
  }

  /** Writes a picture of the window to {@code target/screenshots}. */
  void screenshot(String name) {
    page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
  }

  /** Checks that no script failed, then closes the tab. */
  @Override
  public void close() {
    page.context().close();
    assertThat(problems).isEmpty();
  }
}
