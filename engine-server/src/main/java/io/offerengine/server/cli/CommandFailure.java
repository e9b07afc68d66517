package io.offerengine.server.cli;

/**
 * The end of a command that can't do what it was asked.
 *
 * <p>The message is one line: what is wrong, and the remedy.
 */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  public CommandFailure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** Returns the exit code, one of {@link ExitCode}. */
  public int exitCode() {
    return exitCode;
  }
}
