package io.offerengine.server.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.offerengine.server.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A browser without a window, started for the first test that needs it. It ends with the JVM. */
final class Chromium {
  /** Long enough for machines that do other things too. */
  static final int PATIENCE_MILLIS = 30_000;

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final String TESTS = "the tests of the search page";
  private static final AtomicBoolean SAID = new AtomicBoolean();

  private Chromium() {}

  /** Starts the browser on the first use. */
  private static final class Started {
    static final Browser BROWSER = launch();
  }

  static Browser browser() {
    return Started.BROWSER;
  }

  private static Browser launch() {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    return Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))
        .chromium()
        .launch(
            new BrowserType.LaunchOptions()
                .setExecutablePath(path())
                .setChromiumSandbox(false)
                .setArgs(List.of("--disable-dev-shm-usage")));
  }

  /** Lets tests be skipped if there is no browser, or fail if there must be one. */
  static void require() {
    Path program = path();
    boolean isThere =
        program != null && Files.isRegularFile(program) && Files.isExecutable(program);
    String problem = problem(program);
    if (!isThere && "true".equals(System.getenv("BROWSER_REQUIRED"))) {
      throw new IllegalStateException(problem + "; BROWSER_REQUIRED is true");
    }
    if (!isThere && SAID.compareAndSet(false, true)) {
      System.out.println(problem + "; they are skipped");
    }
    assumeTrue(isThere, problem);
  }

  /**
   * Returns the program: that of {@code BROWSER_PATH}, or one on the PATH; null if there is none.
   */
  private static @Nullable Path path() {
    String given = System.getenv("BROWSER_PATH");
    return given != null
        ? Path.of(given)
        : NAMES.stream().flatMap(CommandRun::installed).findFirst().orElse(null);
  }

  /** Returns why the tests have no browser. */
  private static String problem(@Nullable Path given) {
    return given == null
        ? "no Chromium for " + TESTS + ": set BROWSER_PATH, or put chromium on the PATH"
        : "no browser for "
            + TESTS
            + ": BROWSER_PATH names no executable file, but \""
            + given
            + "\"";
  }
}
