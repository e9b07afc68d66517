package io.offerengine.server.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.util.List;
import java.util.Map;

/** A browser without a window, started for the first test that needs it. It ends with the JVM. */
final class Chromium {
  /** Long enough for machines that do other things too. */
  static final int PATIENCE_MILLIS = 30_000;

  static final Browser BROWSER = launch();

  private Chromium() {}

  private static Browser launch() {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    return Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))
        .chromium()
        .launch(
            new BrowserType.LaunchOptions()
                .setExecutablePath(BrowserCondition.browser())
                .setChromiumSandbox(false)
                .setArgs(List.of("--disable-dev-shm-usage")));
  }
}
