package io.offerengine.server.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.ColorScheme;
import io.offerengine.server.http.ApiServer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/**
 * Tests of the search page. What a test opens is closed after it, the last first.
 *
 * <p>The tests are skipped, with one line, on a machine without Chromium. If the environment
 * variable {@code BROWSER_REQUIRED} is {@code true}, they fail instead.
 */
abstract class Pages {
  /** The address of all offers. */
  static final String ALL = "#type=on-demand";

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  @BeforeAll
  static void requireBrowser() {
    Chromium.require();
  }

  @AfterEach
  void closeAll() throws Exception {
    if (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } finally {
        closeAll();
      }
    }
  }

  /** Closes something after the test. */
  <T extends AutoCloseable> T keep(T resource) {
    opened.push(resource);
    return resource;
  }

  /** Opens the page of a service, without waiting for offers. */
  SearchPage page(ApiServer service, String fragment) {
    return page(service, fragment, 1_300, 900, ColorScheme.LIGHT);
  }

  /** Opens the page in a window of a size. */
  SearchPage page(ApiServer service, String fragment, int width, int height, ColorScheme colours) {
    return page(service, fragment, "en-US", width, height, colours);
  }

  /** Opens the page for a reader of a language. */
  SearchPage page(
      ApiServer service,
      String fragment,
      String language,
      int width,
      int height,
      ColorScheme colours) {
    Browser.NewContextOptions window =
        new Browser.NewContextOptions()
            .setViewportSize(width, height)
            .setColorScheme(colours)
            .setLocale(language);
    return keep(SearchPage.open(service, fragment, window));
  }
}
