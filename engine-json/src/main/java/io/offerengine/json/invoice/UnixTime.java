package io.offerengine.json.invoice;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads instants of the years 1 to 9999 as exact seconds since 1970. */
final class UnixTime {
  /** The first second of the year 1. */
  static final long FIRST = LocalDate.of(1, 1, 1).toEpochDay() * 86_400;

  /** The last second of the year 9999. */
  static final long LAST = LocalDate.of(10_000, 1, 1).toEpochDay() * 86_400 - 1;

  /** The decimals of a second that an instant keeps. */
  static final int DECIMALS = 9;

  /** The allowed forms in words, for messages. */
  static final String ALLOWED =
      "an ISO-8601 date (2026-02-28), a date-time (2026-02-28T12:30:00Z, or with an offset, or"
          + " without for UTC) or Unix seconds, in the years 1 to 9999";

  /** The first second after the year 9999. */
  private static final BigDecimal BEYOND = BigDecimal.valueOf(LAST).add(BigDecimal.ONE);

  /**
   * A JSON number whose exponent has at most two digits, so that its exact value is small enough to
   * compute.
   */
  private static final Pattern SECONDS =
      Pattern.compile("-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]{1,2})?");

  private static final Pattern ISO =
      Pattern.compile(
          "([0-9]{4})-([0-9]{2})-([0-9]{2})"
              + "(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]++))?)?"
              + "(?:Z|([+-])([0-9]{2})(?::?([0-9]{2}))?)?)?");

  private UnixTime() {}

  /**
   * Returns the seconds of an instant; empty if the text is not an instant of the years 1 to 9999.
   */
  static Optional<BigDecimal> parse(String text) {
    Optional<BigDecimal> seconds =
        SECONDS.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : ofIso(text);
    return seconds.filter(UnixTime::isInRange);
  }

  /** Returns whether a text has the form of a date or a date-time; the day need not exist. */
  static boolean hasFormOfIso(String text) {
    return ISO.matcher(text).matches();
  }

  /** Returns whether seconds are in the years 1 to 9999. */
  static boolean isInRange(BigDecimal seconds) {
    return seconds.compareTo(BigDecimal.valueOf(FIRST)) >= 0 && seconds.compareTo(BEYOND) < 0;
  }

  /**
   * Returns the first instant, in whole nanoseconds, that is not before a number of seconds: an
   * instant is before these seconds exactly if it is before the result.
   */
  static Instant instant(BigDecimal seconds) {
    BigDecimal[] parts =
        seconds
            .setScale(DECIMALS, RoundingMode.CEILING)
            .movePointRight(DECIMALS)
            .divideAndRemainder(BigDecimal.ONE.movePointRight(DECIMALS));
    return Instant.ofEpochSecond(parts[0].longValueExact(), parts[1].longValueExact());
  }

  /** Returns the seconds of an instant in digits, with as many decimals as the instant needs. */
  static String plain(Instant instant) {
    BigDecimal seconds = BigDecimal.valueOf(instant.getEpochSecond());
    return Money.plain(seconds.add(BigDecimal.valueOf(instant.getNano(), DECIMALS)));
  }

  private static Optional<BigDecimal> ofIso(String text) {
    Matcher iso = ISO.matcher(text);
    if (!iso.matches()) {
      return Optional.empty();
    }
    try {
      LocalDate date = LocalDate.of(number(iso, 1), number(iso, 2), number(iso, 3));
      LocalTime time = LocalTime.of(number(iso, 4), number(iso, 5), number(iso, 6));
      int sign = "-".equals(iso.group(8)) ? -1 : 1;
      ZoneOffset offset = ZoneOffset.ofHoursMinutes(sign * number(iso, 9), sign * number(iso, 10));
      BigDecimal whole = BigDecimal.valueOf(LocalDateTime.of(date, time).toEpochSecond(offset));
      String fraction = iso.group(7);
      return Optional.of(fraction == null ? whole : whole.add(new BigDecimal("0." + fraction)));
    } catch (DateTimeException noSuchDayOrTime) {
      return Optional.empty();
    }
  }

  /** Returns the number of a group; 0 if the group is missing. */
  private static int number(Matcher iso, int group) {
    String digits = iso.group(group);
    return digits == null ? 0 : Integer.parseInt(digits);
  }
}
