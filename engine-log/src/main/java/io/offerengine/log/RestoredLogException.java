package io.offerengine.log;

/**
 * The log does not have an entry that was visible here: its database was restored from an older
 * copy, or another database has its address. Bring the right one back, or accept this one by {@link
 * DurableEngine#acceptRestore}.
 */
public final class RestoredLogException extends UnusableLogException {
  private static final long serialVersionUID = 1L;

  RestoredLogException(String message) {
    super(message, null);
  }
}
