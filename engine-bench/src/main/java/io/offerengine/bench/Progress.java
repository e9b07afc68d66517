package io.offerengine.bench;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * A progress bar on standard error, or nothing if standard error is no terminal.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class Progress implements AutoCloseable {
  private static final int UPDATE_MILLIS = 250;

  private final @Nullable ProgressBar bar;
  private long done;

  private Progress(@Nullable ProgressBar bar) {
    this.bar = bar;
  }

  /** Starts a bar, or nothing if it is not to be shown. */
  static Progress of(String task, long total, boolean shown) {
    if (!shown) {
      return new Progress(null);
    }
    return new Progress(
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(total)
            .setUpdateIntervalMillis(UPDATE_MILLIS)
            .setStyle(ProgressBarStyle.ASCII)
            .showSpeed()
            .build());
  }

  /**
   * Returns whether standard error is a terminal.
   *
   * <p>{@link System#console()} can't tell: it asks for standard input and output, and from JDK 22
   * on may exist without any terminal. So the system's {@code test -t 2} is asked, with our
   * standard error as its own; where there is no such command, the answer is no.
   */
  static boolean isStandardErrorTerminal() {
    try {
      Process test = new ProcessBuilder("test", "-t", "2").redirectError(Redirect.INHERIT).start();
      return test.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Shows the number of finished elements. */
  void stepTo(long number) {
    done = number;
    if (bar != null) {
      bar.stepTo(number);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.stepTo(done);
      bar.close();
    }
  }
}
