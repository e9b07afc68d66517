package io.offerengine.server.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Enables tests if there is a browser for them. */
final class BrowserCondition implements ExecutionCondition {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final String TESTS = "the tests of the search page";
  private static final AtomicBoolean SAID = new AtomicBoolean();

  /**
   * Returns the browser: that of {@code BROWSER_PATH}, or one on the PATH; null if there is none.
   */
  static Path browser() {
    String given = System.getenv("BROWSER_PATH");
    if (given != null) {
      return Path.of(given);
    }
    String folders = System.getenv().getOrDefault("PATH", "");
    for (String folder : folders.split(Pattern.quote(File.pathSeparator), -1)) {
      for (String name : NAMES) {
        Path candidate = Path.of(folder, name);
        if (isProgram(candidate)) {
          return candidate;
        }
      }
    }
    return null;
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Path browser = browser();
    if (browser != null && isProgram(browser)) {
      return ConditionEvaluationResult.enabled("the browser is " + browser);
    }
    String problem = problem(browser);
    if ("true".equals(System.getenv("BROWSER_REQUIRED"))) {
      throw new IllegalStateException(problem + "; BROWSER_REQUIRED is true");
    }
    if (SAID.compareAndSet(false, true)) {
      System.out.println(problem + "; they are skipped");
    }
    return ConditionEvaluationResult.disabled(problem);
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
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
