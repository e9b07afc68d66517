package io.offerengine.server;

import java.io.Console;
import java.io.InputStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows on a terminal how far a large file has been read. */
final class LoadProgress {
  private static final long LARGE = 16 << 20;
  private static final long MEGABYTE = 1_000_000;

  private LoadProgress() {}

  /** Returns a stream that shows on standard error how far it was read, if that is worth it. */
  static InputStream watch(InputStream in, long size) {
    if (size < LARGE || !isOnTerminal()) {
      return in;
    }
    ProgressBarBuilder bar =
        ProgressBar.builder()
            .setTaskName("Loading offers")
            .setInitialMax(size)
            .setUnit(" MB", MEGABYTE)
            .setStyle(ProgressBarStyle.ASCII);
    return ProgressBar.wrap(in, bar);
  }

  /** Returns whether somebody watches: from JDK 22 on there is a console even when nobody does. */
  @SuppressWarnings("SystemConsoleNull") // before JDK 22 it is null when nobody watches
  private static boolean isOnTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException olderJdk) {
      return true;
    }
  }
}
