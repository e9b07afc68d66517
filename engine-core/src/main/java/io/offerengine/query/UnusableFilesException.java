package io.offerengine.query;

import java.io.IOException;

/**
 * The files of saved offers can't be restored. The engine that was to restore them has no offers:
 * load them from elsewhere.
 *
 * <p>The message states the file, what is wrong with it, and what was expected.
 */
public final class UnusableFilesException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Why files can't be restored. */
  public enum Reason {
    /** A file does not exist; nothing was saved in the directory, or somebody deleted the file. */
    MISSING,
    /** A file is not one of saved offers. */
    FOREIGN,
    /** A file has the format of another version of the engine. */
    VERSION,
    /** The offers were saved under another schema. */
    SCHEMA,
    /** A file ends too early. */
    TRUNCATED,
    /** The content of a file differs from what was written. */
    DAMAGED
  }

  /** Creates an error. */
  public UnusableFilesException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Returns why the files can't be restored. */
  public Reason reason() {
    return reason;
  }
}
