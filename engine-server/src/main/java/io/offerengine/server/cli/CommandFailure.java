package io.offerengine.server.cli;

/** A command failed. The message is one line: what is wrong, and how to fix it. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /** Creates a failure that ends the command with an exit code. */
  public CommandFailure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** Returns the exit code, one of {@link ExitCode}. */
  public int exitCode() {
    return exitCode;
  }
}
