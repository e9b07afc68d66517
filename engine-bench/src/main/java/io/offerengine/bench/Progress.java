package io.offerengine.bench;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * A progress bar on standard error. If standard error is not a terminal, there is no bar.
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

  /** Starts a bar if {@code shown} is true. */
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
   * <p>{@link System#console()} is no help: it depends on standard input and output, and since JDK
   * 22 there may be a console without a terminal. This method therefore runs the command {@code
   * test -t 2} of the system with the same standard error. If there is no such command, the result
   * is false.
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
