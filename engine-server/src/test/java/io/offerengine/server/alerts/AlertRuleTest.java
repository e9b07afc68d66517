package io.offerengine.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.server.alerts.AlertRule.Hit;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which alerts are suppressed; AlertFinderTest compares those that are made with searches. */
class AlertRuleTest {
  private static final long NOW = 10_000;
  private static final long BATCH = 3;
  private static final AlertLimits LIMITS = new AlertLimits(1, 1, 0, 10, 3);
  private static final WatchedSearch SEARCH =
      new WatchedSearch(
          7,
          0,
          new ShownSearch(5, "", 600, 0, "{}"),
          Query.builder(MarketplaceSchema.schema()).build());

  private static Alert alert(List<Hit> hits, Alert... sent) {
    AlertRule rule = new AlertRule(SEARCH, Arrays.asList(sent), BATCH, NOW, LIMITS);
    hits.forEach(rule::add);
    return rule.alert();
  }

  private static Alert sent(Long machine, Long gpus, Double price, long version, long time) {
    return new Alert(5L, 1L, machine, gpus, price, 0, version, time, null);
  }

  private static Hit hit(long offer, Double price) {
    return new Hit(offer, 100 + offer, 2L, price);
  }

  /** The new offer has machine 101, 2 GPUs and the price 0.5; the cool-down lasts 600 s. */
  @ParameterizedTest
  @CsvSource({
    "101, 2, 0.5, 599, true",
    "101, 2, 0.4, 599, true",
    "101, 2, 0.6, 599, false",
    "101, 2, 0.5, 600, false",
    "101, 1, 0.5, 599, false",
    "102, 2, 0.5, 599, false",
    "101, , 0.5, 599, false",
    "101, 2, , 599, false",
    ", 2, 0.5, 599, false",
  })
  void alert_afterAnother_isSuppressedForTheSameMachineAtNoLowerPrice(
      Long machine, Long gpus, Double price, long secondsAgo, boolean isSuppressed) {
    Alert sent = sent(machine, gpus, price, 2, NOW - secondsAgo);
    Alert alert = alert(List.of(hit(1, 0.5)), sent);
    assertThat(alert == null).isEqualTo(isSuppressed);
    Alert other = alert(List.of(hit(1, 0.5), hit(9, 0.9)), sent);
    assertThat(other.offer()).isEqualTo(isSuppressed ? 9 : 1);
    assertThat(other.more()).isEqualTo(isSuppressed ? 0 : 1);
  }

  @Test
  void alert_ofAMachineWithoutANumber_isNeverSuppressed() {
    Hit hit = new Hit(1, null, 2L, 0.5);
    assertThat(alert(List.of(hit), sent(null, 2L, 0.5, 2, NOW))).isNotNull();
  }

  @Test
  void alert_beyondTheHoursLimit_isNotMade_andTheLastOneSaysHowLong() {
    Alert[] sent =
        IntStream.range(0, 3)
            .mapToObj(i -> sent(1L, 1L, 1.0, 2, NOW - 3_000 + 1_000L * i))
            .toArray(Alert[]::new);
    List<Hit> hits = List.of(hit(1, 0.5));
    assertThat(alert(hits, sent[0]).quietUntil()).isNull();
    assertThat(alert(hits, sent[0], sent[1]).quietUntil()).isEqualTo(NOW - 3_000 + 3_600);
    assertThat(alert(hits, sent)).isNull();
    Alert anHourAgo = sent(1L, 1L, 1.0, 2, NOW - 3_600);
    assertThat(alert(hits, anHourAgo, sent[1], sent[2])).isNotNull();
  }
}
