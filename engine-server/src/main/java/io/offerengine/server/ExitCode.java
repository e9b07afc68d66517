package io.offerengine.server;

/** What the command line's exit codes mean. */
final class ExitCode {
  /** Done as asked; picocli's own. */
  static final int OK = 0;

  /** A fault of our own, or of the machine. */
  static final int FAULT = 1;

  /** A command, an option or the environment is wrong; picocli's own. */
  static final int USAGE = 2;

  /** The offers can't be read. */
  static final int OFFERS = 3;

  /** The search request is wrong. */
  static final int REQUEST = 4;

  /** The address can't be listened on. */
  static final int ADDRESS = 5;

  /** The database can't be used. */
  static final int DATABASE = 6;

  private ExitCode() {}
}
