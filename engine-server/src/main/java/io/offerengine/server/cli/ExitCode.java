package io.offerengine.server.cli;

/** The exit codes of the command line. */
public final class ExitCode {
  /** Success; picocli's own. */
  public static final int OK = 0;

  /** A fault of the program or the machine. */
  public static final int FAULT = 1;

  /** A wrong command, option or environment variable; picocli's own. */
  public static final int USAGE = 2;

  /** The offers can't be read. */
  public static final int OFFERS = 3;

  /** The search request is wrong. */
  public static final int REQUEST = 4;

  /** The service can't listen on the address. */
  public static final int ADDRESS = 5;

  /** The database can't be used. */
  public static final int DATABASE = 6;

  private ExitCode() {}
}
