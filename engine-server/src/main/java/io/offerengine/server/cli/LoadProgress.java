package io.offerengine.server.cli;

import java.io.Console;
import java.io.InputStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar for a load of offers, shown on a terminal if there are many. */
public final class LoadProgress implements AutoCloseable {
  private static final long LARGE = 16 << 20;
  private static final long MANY = 20_000;
  private static final long MEGABYTE = 1_000_000;

  /** How many offers there are; nobody knows. */
  private static final long UNKNOWN = -1;

  private @Nullable ProgressBar bar;

  /** Shows the number of offers loaded so far. */
  public void show(long loaded) {
    if (bar == null && loaded >= MANY && isOnTerminal()) {
      bar = builder(UNKNOWN).setUnit(" offers", 1).build();
    }
    if (bar != null) {
      bar.stepTo(loaded);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }

  /** Returns a stream that shows on standard error how much of a large file was read. */
  static InputStream watch(InputStream in, long size) {
    if (size < LARGE || !isOnTerminal()) {
      return in;
    }
    return ProgressBar.wrap(in, builder(size).setUnit(" MB", MEGABYTE));
  }

  private static ProgressBarBuilder builder(long size) {
    return ProgressBar.builder()
        .setTaskName("Loading offers")
        .setInitialMax(size)
        .setStyle(ProgressBarStyle.ASCII);
  }

  /**
   * Returns whether standard output is a terminal. From JDK 22 on there is a console without one.
   */
  @SuppressWarnings("SystemConsoleNull") // before JDK 22 it is null without a terminal
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
