package io.offerengine.server.browser;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import io.offerengine.server.http.ServerSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How long a person waits from a click until the page has painted the answer, and how much
 * processor time the page's thread takes for all that follows the click.
 *
 * <p>The pages of several services ({@code -Dpages=URL,URL}, each public) are measured in turns, so
 * that two versions can be compared; without the property, it is the page of this build. Nothing is
 * checked but that each click does something: the figures are printed.
 */
@Tag("full")
@RequiresBrowser
class PageSpeedTest {
  private static final String PAGES = System.getProperty("pages", "");
  private static final int CLICKS = Integer.getInteger("clicks", 5);
  private static final int FIRST_CLICKS = 3;

  /** The time in which what follows a paint ends: counts, rows outside of the window. */
  private static final int REST_MILLIS = 400;

  private static final String BOX =
      "document.querySelector(\"[data-field='num_gpus'] [data-value='4'] input\")";
  private static final String TOTAL = "document.getElementById('total').textContent";
  private static final String ROW = "document.querySelector('#rows > tr')?.dataset.id";
  private static final String PRICE =
      "[...document.querySelectorAll(\"#rows td[data-column='price']\")]"
          + ".map((each) => each.textContent).join()";
  private static final String ROWS =
      "Math.max(document.querySelectorAll('#rows > tr').length,"
          + " document.querySelector('[aria-rowcount]')?.ariaRowCount ?? 0)";

  /**
   * Runs an action; returns the milliseconds until a frame is painted in which a value differs from
   * before.
   */
  private static final String TIMED =
      """
      ([act, value]) => new Promise((done) => {
        const now = () => (0, eval)(value);
        const before = now();
        const painted = () =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => done(performance.now() - start);
            port2.postMessage(0);
          });
        const observer = new MutationObserver(() => {
          if (![before, undefined].includes(now())) {
            observer.disconnect();
            painted();
          }
        });
        observer.observe(document.getElementById('results'), {
          attributes: true, characterData: true, childList: true, subtree: true,
        });
        const start = performance.now();
        (0, eval)(act);
      })\
      """;

  /**
   * A kind of click.
   *
   * @param act what is done
   * @param value what differs once the answer is there
   */
  private record Click(String name, String act, String value) {}

  /** Each is measured for all pages before the next one. */
  private static final List<Click> KINDS =
      List.of(
          new Click("filter on or off", BOX + ".click()", TOTAL),
          new Click(
              "sort", "document.querySelector(\"th button[data-field='dph_total']\").click()", ROW),
          new Click("more offers", "document.getElementById('more-button').click()", ROWS),
          new Click(
              "price per GPU, or not, after 2,000 rows",
              "[...document.querySelectorAll('#per input')].find((each) => !each.checked).click()",
              PRICE));

  /** A page that is measured, with its figures in milliseconds. */
  private record Measured(
      String address, Page tab, CDPSession session, Map<String, List<Double>> figures) {

    static Measured open(Browser browser, String address) {
      BrowserContext context =
          browser.newContext(
              new Browser.NewContextOptions().setViewportSize(1_366, 768).setLocale("en-US"));
      context.setDefaultTimeout(Chromium.PATIENCE_MILLIS);
      Page tab = context.newPage();
      CDPSession session = context.newCDPSession(tab);
      JsonObject processorTime = new JsonObject();
      processorTime.addProperty("timeDomain", "threadTicks");
      session.send("Performance.enable", processorTime);
      tab.navigate(address + "#type=on-demand&bundles=no");
      tab.waitForSelector("#rows > tr");
      return new Measured(address, tab, session, new LinkedHashMap<>());
    }

    /** The processor time of the page's thread until now. */
    double processorMillis() {
      for (var metric : session.send("Performance.getMetrics").getAsJsonArray("metrics")) {
        JsonObject each = metric.getAsJsonObject();
        if (each.get("name").getAsString().equals("TaskDuration")) {
          return 1_000 * each.get("value").getAsDouble();
        }
      }
      throw new AssertionError("the browser does not say how long its tasks took");
    }

    void click(Click kind, boolean isCounted) {
      tab.bringToFront();
      tab.waitForTimeout(REST_MILLIS);
      double before = processorMillis();
      double millis = ((Number) tab.evaluate(TIMED, List.of(kind.act, kind.value))).doubleValue();
      tab.waitForTimeout(REST_MILLIS);
      if (isCounted) {
        note(kind.name + ": until painted", millis);
        note(kind.name + ": processor time", processorMillis() - before);
      }
    }

    private void note(String figure, double millis) {
      figures.computeIfAbsent(figure, name -> new ArrayList<>()).add(millis);
    }

    void scroll(int rows) {
      tab.waitForFunction(
          "(wanted) => { document.getElementById('more-button').click(); return "
              + ROWS
              + " > wanted; }",
          rows);
    }
  }

  @Test
  void clicks_arePainted() throws IOException {
    try (GeneratedMarket market = new GeneratedMarket();
        Chromium chromium = new Chromium()) {
      ServerSettings settings = ServerSettings.defaults();
      String addresses =
          PAGES.isEmpty() ? "http://127.0.0.1:" + market.servePublic(settings).port() + "/" : PAGES;
      List<Measured> pages = new ArrayList<>();
      for (String address : addresses.split(",", -1)) {
        pages.add(Measured.open(chromium.browser(), address));
      }
      for (Click kind : KINDS) {
        if (kind.value.equals(PRICE)) {
          pages.forEach(page -> page.scroll(1_999));
        }
        for (int i = 0; i < FIRST_CLICKS + CLICKS; i++) {
          boolean isCounted = i >= FIRST_CLICKS;
          pages.forEach(page -> page.click(kind, isCounted));
        }
      }
      pages.forEach(PageSpeedTest::print);
      pages.forEach(page -> page.tab().context().close());
    }
  }

  private static void print(Measured page) {
    page.figures()
        .forEach((figure, millis) -> {
          List<Double> sorted = millis.stream().sorted().toList();
          System.out.printf(
              Locale.ROOT,
              "%s %s: median %.1f ms, quartiles %.1f and %.1f, of %d%n",
              page.address(),
              figure,
              sorted.get(sorted.size() / 2),
              sorted.get(sorted.size() / 4),
              sorted.get(3 * sorted.size() / 4),
              sorted.size());
        });
  }
}
