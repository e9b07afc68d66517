package io.offerengine.server.cli;

/** What the command line's exit codes mean. */
public final class ExitCode {
  /** Done as asked; picocli's own. */
  public static final int OK = 0;

  /** A fault of our own, or of the machine. */
  public static final int FAULT = 1;

  /** A command, an option or the environment is wrong; picocli's own. */
  public static final int USAGE = 2;

  /** The offers can't be read. */
  public static final int OFFERS = 3;

  /** The search request is wrong. */
  public static final int REQUEST = 4;

  /** The address can't be listened on. */
  public static final int ADDRESS = 5;

  /** The database can't be used. */
  public static final int DATABASE = 6;

  private ExitCode() {}
}
