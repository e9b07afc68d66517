package io.offerengine.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How the values of parameters print. */
class ArgumentsTest {
  private static final Schema.Builder RENTALS = Schema.builder("rentals", "id");

  private enum Season {
    LOW,
    HIGH
  }

  private static final Parameter<Double> HOURS = RENTALS.parameter("hours", 8, 0);
  private static final Parameter<Season> SEASON = RENTALS.choice("season", Season.LOW);
  private static final Parameter<Instant> NOW = RENTALS.clock("now");
  private static final Schema SCHEMA = RENTALS.build();
  private static final Arguments DEFAULTS = Arguments.defaults(SCHEMA);

  @Test
  void toString_ofDefaults_saysThatNothingWasGiven() {
    assertThat(DEFAULTS).hasToString("hours=8 (default), season=LOW (default), now=clock");
  }

  @Test
  void toString_ofGivenValues_saysEachOfThem() {
    Arguments given =
        DEFAULTS.with(NOW, TimeKey.ofSeconds(1.7e9)).with(SEASON, Season.HIGH).with(HOURS, 8.0);
    assertThat(given).hasToString("hours=8, season=HIGH, now=1700000000");
  }

  @Test
  void toString_afterTheClockWasRead_saysTheTime() {
    assertThat(DEFAULTS.atClock(SCHEMA, 1700000000.25))
        .hasToString("hours=8 (default), season=LOW (default), now=1700000000.25 (clock)");
  }

  @Test
  void toString_ofAnyNumber_isShortAndExact() {
    assertThat(DEFAULTS.with(HOURS, 0.1).text(HOURS)).isEqualTo("0.1");
    assertThat(DEFAULTS.with(HOURS, -0.0).text(HOURS)).isEqualTo("0");
    assertThat(DEFAULTS.with(HOURS, 123456.75).text(HOURS)).isEqualTo("123456.75");
    assertThat(DEFAULTS.with(HOURS, 1e300).text(HOURS)).isEqualTo("1.0E300");
    assertThat(DEFAULTS.with(HOURS, 1e-300).text(HOURS)).isEqualTo("1.0E-300");
    assertThat(DEFAULTS.with(NOW, TimeKey.ofSeconds(-1.5e9)).text(NOW)).isEqualTo("-1500000000");
  }

  @Test
  void toString_ofASchemaWithoutParameters_isEmpty() {
    assertThat(Arguments.defaults(Schema.builder("bare", "id").build())).hasToString("");
  }

  @Test
  void text_isNoReadOfAParameter() {
    Arguments.Reads reads = new Arguments.Reads();
    Arguments noting = DEFAULTS.noting(reads);
    assertThat(noting.text(HOURS)).isEqualTo("8");
    assertThat(noting.toString()).startsWith("hours=8");
    assertThat(reads.take()).isZero();
    assertThat(noting.value(HOURS)).isEqualTo(8.0);
    assertThat(reads.take()).isEqualTo(1);
  }
}
