package io.offerengine.bench.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchClass;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command times what a variant asks beside what its class asks. */
class VariantsCommandTest {
  private static final int OFFERS = 600;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void execute_ofTwoVariants_timesBothWays() {
    int code =
        execute(
            "--offers",
            "" + OFFERS,
            "--classes",
            "Q1_FOLDED,Q2_BID",
            "--seconds",
            "0.05",
            "--warm-up",
            "0");

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString().lines().skip(1).map(line -> line.split(" +")))
        .hasSize(2)
        .allSatisfy(row -> {
          assertThat(row).hasSize(7);
          double plain = Double.parseDouble(row[1]);
          double varied = Double.parseDouble(row[3]);
          assertThat(plain).isPositive();
          assertThat(varied).isPositive();
          assertThat(Double.parseDouble(row[6]))
              .isBetween(varied - plain - 0.011, varied - plain + 0.011);
        });
  }

  @Test
  void execute_ofAPlainClass_refuses() {
    assertThat(execute("--classes", "Q1")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("--classes takes variants of classes, but got Q1");
  }

  @Test
  void turnTo_aFoldedClass_asksBothWays() throws Exception {
    OfferGenerator offers = new OfferGenerator(1, OFFERS, OfferGenerator.DEFAULT_NOW);
    MarketDraws draws = new MarketDraws(MarketTable.of(offers), 1, List.of(SearchClass.values()));
    try (EnginePeer engine = new EnginePeer(offers)) {
      EngineSearches plain = new EngineSearches(engine, draws, SearchClass::base);
      EngineSearches varied = new EngineSearches(engine, draws, UnaryOperator.identity());
      plain.turnTo("Q9_FOLDED");
      varied.turnTo("Q9_FOLDED");
      plain.run(0);
      varied.run(0);

      assertThat(varied.found()).hasSizeLessThan(plain.found().length);
      assertThat(plain.found()).contains(varied.found());
    }
  }

  private int execute(String... arguments) {
    return VariantsCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
