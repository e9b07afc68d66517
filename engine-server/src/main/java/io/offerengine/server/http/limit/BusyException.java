package io.offerengine.server.http.limit;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A refusal of a request that may succeed later. */
public final class BusyException extends EngineException {
  private static final long serialVersionUID = 1;

  private final Cause reason;
  private final @Nullable String seconds;

  /** What the request lacked. */
  public enum Cause {
    /** All slots of running requests are taken, or those of this client. */
    SLOTS,
    /** Bodies and answers take all the memory that they may. */
    BYTES_IN_FLIGHT,
    /** The user sends requests faster than allowed. */
    USER_RATE,
    /** The address sends requests without a key faster than it may. */
    ADDRESS_RATE,
    /** The address tried too many unknown keys. */
    UNKNOWN_KEYS,
    /** The offers are not loaded yet. */
    STARTING,
    /** The service stops. */
    STOPPING;

    /** Returns the name for metrics and logs. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Creates a refusal.
   *
   * @param problem the text behind the code
   * @param wait how long the same request will be refused; sent as {@code Retry-After} in whole
   *     seconds, rounded up, at least 1; null if unknown
   */
  public BusyException(ErrorCode code, Cause reason, String problem, @Nullable Duration wait) {
    super(code, code + ": " + problem);
    this.reason = reason;
    this.seconds = wait == null ? null : seconds(wait);
  }

  /** Returns what the request lacked. */
  public Cause reason() {
    return reason;
  }

  /** Returns the value of the header {@code Retry-After}; null if the time is unknown. */
  public @Nullable String seconds() {
    return seconds;
  }

  /** Returns a time in whole seconds, rounded up, at least 1. */
  public static String seconds(Duration wait) {
    long whole = wait.getNano() == 0 ? wait.getSeconds() : wait.getSeconds() + 1;
    return Long.toString(Math.max(1, whole));
  }
}
