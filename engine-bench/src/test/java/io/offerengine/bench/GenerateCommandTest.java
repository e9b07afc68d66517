package io.offerengine.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.json.OfferCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What the command writes, and how it fails. */
class GenerateCommandTest {
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final StringWriter errors = new StringWriter();

  private int run(OutputStream target, String... arguments) {
    CommandLine command = new GenerateCommand(target).commandLine();
    command.setErr(new PrintWriter(errors));
    return command.execute(arguments);
  }

  @Test
  void execute_offers_writesLinesThatReadBackEqual() {
    assertThat(run(output, "--offers", "1300", "--seed", "4")).isZero();
    List<Offer> expected = new ArrayList<>();
    new OfferGenerator(4, 1_300).forEach(expected::add);
    List<Offer> read = new ArrayList<>();
    new OfferCodec(MarketplaceSchema.schema())
        .read(new ByteArrayInputStream(output.toByteArray()))
        .forEachRemaining(read::add);
    assertThat(read).isEqualTo(expected);
    assertThat(output.toString(StandardCharsets.UTF_8).lines()).hasSize(1_300);
    assertThat(errors.toString()).isEmpty();
  }

  /** The service packages 500 offers of this market; made anew whenever the generator changes. */
  @Test
  void execute_optionsOfThePackagedSample_writesThatFile() throws IOException {
    Path sample =
        Path.of(
            "..",
            "engine-server/src/main/resources/io/offerengine/server/cli/sample-offers.ndjson");
    assertThat(run(output, "--offers", "500", "--seed", "7")).isZero();
    assertThat(output.toString(StandardCharsets.UTF_8))
        .as("generate --offers 500 --seed 7 > " + sample)
        .isEqualTo(Files.readString(sample));
  }

  @ParameterizedTest
  @CsvSource({
    "--offers, 499, '--offers takes 500 to 10000000, but got 499'",
    "--offers, 10000001, '--offers takes 500 to 10000000, but got 10000001'"
  })
  void execute_optionOutOfRange_saysWhatIsAllowed(String option, String value, String message) {
    assertThat(run(output, option, value)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString().strip())
        .isEqualTo(message + "; generate --help lists the options");
    assertThat(output.size()).isZero();
  }

  @Test
  void execute_outputThatFails_saysSoInOneLine() {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    assertThat(run(closed, "--offers", "500")).isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(errors.toString().strip()).isEqualTo("The output could not be written: Broken pipe");
  }
}
