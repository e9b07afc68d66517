package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.EngineStats.StructureBytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How figures of an engine are printed. */
class EngineStatsTest {
  private final Locale locale = Locale.getDefault();

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(locale);
  }

  private static EngineStats stats(long offers, List<StructureBytes> structures) {
    return new EngineStats(1_234, offers, 4, 512, 77, 9, 3, 1_000_000, 0, structures);
  }

  @Test
  void toString_ofTwelveStructures_printsTotalsTheTenLargestAndTheOthers() {
    List<StructureBytes> structures = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      structures.add(new StructureBytes("field_" + i, "column", 1_000_000L * i));
    }
    String expected =
        """
        offers                     1,000,000
        segments                           4
        tail rows                        512
        dead rows                         77
        version                        1,234
        seals                              9
        merges                             3
        bytes                     78,000,000
        bytes per offer                 78.0

        field                 structure                       bytes  per offer   share
        field_12              column                     12,000,000       12.0   15.4%
        field_11              column                     11,000,000       11.0   14.1%
        field_10              column                     10,000,000       10.0   12.8%
        field_9               column                      9,000,000        9.0   11.5%
        field_8               column                      8,000,000        8.0   10.3%
        field_7               column                      7,000,000        7.0    9.0%
        field_6               column                      6,000,000        6.0    7.7%
        field_5               column                      5,000,000        5.0    6.4%
        field_4               column                      4,000,000        4.0    5.1%
        field_3               column                      3,000,000        3.0    3.8%
        2 others                                          3,000,000        3.0    3.8%
        """;
    assertThat(stats(1_000_000, structures).toString()).isEqualTo(expected);
  }

  @Test
  void toString_ofEqualSizes_doesNotDependOnTheirOrderOrTheLocale() {
    List<StructureBytes> structures = new ArrayList<>();
    for (String field : List.of("a", "b")) {
      structures.add(new StructureBytes(field, "bitmaps", 1_500));
      structures.add(new StructureBytes(field, "column", 1_500));
    }
    String text = stats(1_000, structures).toString();
    Collections.reverse(structures);
    Locale.setDefault(Locale.GERMANY);
    assertThat(stats(1_000, structures).toString()).isEqualTo(text);
    assertThat(text.lines().skip(11))
        .map(line -> line.substring(0, 42).replaceAll(" +", " ").strip())
        .containsExactly("a bitmaps", "a column", "b bitmaps", "b column");
  }

  @Test
  void toString_withoutOffers_hasNoBytesPerOffer() {
    assertThat(stats(0, List.of(new StructureBytes("id", "locations", 64))).toString())
        .contains("offers                             0\n")
        .contains("bytes per offer                    -\n")
        .endsWith(
            "id                    locations                          64          -  100.0%\n");
    assertThat(stats(0, List.of()).toString()).endsWith("share\n");
  }
}
