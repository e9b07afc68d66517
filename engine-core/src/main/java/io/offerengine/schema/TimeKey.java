package io.offerengine.schema;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.OptionalLong;

/**
 * The 64-bit keys by which dates and instants are stored and compared: the day of a date and the
 * nanosecond of an instant, both counted from 1970-01-01. Texts are those of ISO 8601.
 *
 * <p>An instant is from 1677-09-21T00:12:45Z to 2262-04-11T23:47:15Z; within these limits every
 * {@link Instant} has a key of its own. A date may be any {@link LocalDate}.
 */
public final class TimeKey {
  private static final long NANOS = 1_000_000_000;

  /** The last second whose nanoseconds all have keys; the first one is its negative. */
  private static final long LAST_SECOND = Long.MAX_VALUE / NANOS - 1;

  private TimeKey() {}

  /** Returns the key of a date. */
  public static long of(LocalDate date) {
    return date.toEpochDay();
  }

  /**
   * Returns the key of an instant.
   *
   * @throws IllegalArgumentException if the instant is not within the limits
   */
  public static long of(Instant instant) {
    if (!isValid(instant)) {
      throw new IllegalArgumentException(
          "an instant is from 1677 to 2262, but " + instant + " is not");
    }
    return instant.getEpochSecond() * NANOS + instant.getNano();
  }

  /** Returns the date of a key. */
  public static LocalDate toDate(long key) {
    return LocalDate.ofEpochDay(key);
  }

  /** Returns the instant of a key. */
  public static Instant toInstant(long key) {
    return Instant.ofEpochSecond(Math.floorDiv(key, NANOS), Math.floorMod(key, NANOS));
  }

  /** Returns a {@link LocalDate} or an {@link Instant}, as a type of times asks. */
  public static Object toTime(FieldType type, long key) {
    return type == FieldType.DATE ? toDate(key) : toInstant(key);
  }

  /** Returns the text of a key: {@code 2026-11-26} or {@code 2026-11-26T18:10:00Z}. */
  public static String text(FieldType type, long key) {
    return toTime(type, key).toString();
  }

  /**
   * Returns the key of a text; empty if it is not the text of a date or instant.
   *
   * @param text an instant may have an offset in place of {@code Z}
   */
  public static OptionalLong parse(FieldType type, String text) {
    try {
      return OptionalLong.of(
          type == FieldType.DATE ? of(LocalDate.parse(text)) : of(Instant.parse(text)));
    } catch (DateTimeException | IllegalArgumentException notATime) {
      return OptionalLong.empty();
    }
  }

  /** Returns an example of the texts of a type, for messages. */
  public static String example(FieldType type) {
    return type == FieldType.DATE
        ? "a date such as 2026-11-26"
        : "an instant such as 2026-11-26T18:10:00Z";
  }

  /** Returns whether a key is that of a date or instant. */
  static boolean isValid(FieldType type, long key) {
    return type == FieldType.DATE
        ? key >= LocalDate.MIN.toEpochDay() && key <= LocalDate.MAX.toEpochDay()
        : Math.abs(Math.floorDiv(key, NANOS)) <= LAST_SECOND;
  }

  /** Returns whether an instant has a key. */
  static boolean isValid(Instant instant) {
    return Math.abs(instant.getEpochSecond()) <= LAST_SECOND;
  }

  /** Returns the seconds since 1970 that clocks and formulas read, with fractions. */
  public static double seconds(Instant instant) {
    return instant.getEpochSecond() + instant.getNano() / (double) NANOS;
  }

  /**
   * Returns the instant of some seconds since 1970. {@link #seconds} returns the same number for it
   * if the number is that of a time from 1677 to 2262.
   *
   * @throws IllegalArgumentException if the number is not finite, or too large for an instant
   */
  public static Instant ofSeconds(double seconds) {
    double whole = Math.floor(seconds);
    try {
      if (Double.isFinite(seconds)) {
        return Instant.ofEpochSecond((long) whole, Math.round((seconds - whole) * NANOS));
      }
    } catch (DateTimeException tooLarge) {
      // The same error tells of both.
    }
    throw new IllegalArgumentException(
        "a time is a number of seconds within a billion years of 1970, but is " + seconds);
  }
}
