package io.offerengine.bench.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a line of distributions may state. */
class DistributionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,DATACENTRE,shares,1:2 | the kind is DATACENTER, OTHER or ALL",
        "a,ALL,share,1:2 | the form is quantiles or shares",
        "a,ALL,shares,1:2 3 | a pair is two numbers with a colon",
        "a,ALL,shares,1:2:3 | a pair is two numbers with a colon",
        "a,ALL,shares,1:x | For input string: \"x\"",
        "a,ALL,quantiles,0:1 0.9:2 | quantiles need ranks from 0 to 1",
        "a,ALL,quantiles,0:1 0.6:2 0.5:3 1:4 | ranks rise, and values do not fall",
        "a,ALL,quantiles,0:1 0.5:2 0.5:3 1:4 | ranks rise, and values do not fall",
        "a,ALL,quantiles,0:1 0.5:4 1:3 | ranks rise, and values do not fall",
        "a,ALL,quantiles,0:1 0.5:NaN 1:3 | ranks rise, and values do not fall",
        "a,ALL,shares,1:2 0:3 | a share is positive",
        "a,ALL,shares,1:2 -1:3 | a share is positive",
        "twice,ALL,shares,1:2 | the distribution was given before",
        "twice,OTHER,shares,1:2 | the distribution was given before"
      })
  void read_ofAWrongLine_namesIt(String line, String problem) {
    List<String[]> rows =
        Stream.of("twice,OTHER,shares,1:2", line).map(row -> row.split(",", -1)).toList();
    assertThatThrownBy(() -> Distribution.read(rows))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("distributions.csv: " + problem + ": " + line);
  }

  @Test
  void at_ofAKind_hasTheNumbersOfItsLine() {
    Distribution distribution =
        Distribution.read(
                List.of(
                    new String[] {"a", "DATACENTER", "shares", "1:2 3:4"},
                    new String[] {"a", "OTHER", "quantiles", "0:-1 1:1"}))
            .get("a");
    assertThat(distribution.at(true, 0.2)).isEqualTo(2);
    assertThat(distribution.at(true, 0.3)).isEqualTo(4);
    assertThat(distribution.at(false, 0.25)).isEqualTo(-0.5);
  }

  /** A host has one rank for both, so that its prices are those of one real host. */
  @Test
  void pricesOfTraffic_ofBothWays_haveTheSameWeights() {
    assertThat(weights("inet_up_cost")).hasSize(2).isEqualTo(weights("inet_down_cost"));
  }

  private static List<String> weights(String name) {
    return ResourceTable.read("distributions.csv", 4).stream()
        .filter(row -> row[0].equals(name))
        .map(row -> row[1] + ' ' + row[3].replaceAll(":\\S+", ""))
        .toList();
  }
}
