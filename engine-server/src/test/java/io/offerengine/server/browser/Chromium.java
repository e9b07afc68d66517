package io.offerengine.server.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.util.List;
import java.util.Map;

/** A browser without a window, for one class of tests. */
final class Chromium implements AutoCloseable {
  /** Long enough for machines that do other things too. */
  static final int PATIENCE_MILLIS = 30_000;

  static {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
  }

  private final Playwright driver =
      Playwright.create(
          new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
  private final Browser browser =
      driver
          .chromium()
          .launch(
              new BrowserType.LaunchOptions()
                  .setExecutablePath(BrowserCondition.browser())
                  .setChromiumSandbox(false)
                  .setArgs(List.of("--disable-dev-shm-usage")));

  Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    driver.close();
  }
}
