package io.offerengine.server.cli;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.Snapshot;
import io.offerengine.json.SearchCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code search}: loads offers and prints the answer to one search. */
@Command(
    name = "search",
    description = "Answers one search on standard output.",
    exitCodeList = {
      "0:the response was printed",
      CommandGroup.FAULT,
      OneSearchCommand.COMMAND_LINE,
      OneSearchCommand.OFFERS,
      OneSearchCommand.REQUEST
    },
    footer = {
      "  The ten cheapest offers of 4 GPUs or more, as a table:",
      "    java -jar engine-server.jar search --table \\",
      "      '{\"num_gpus\": {\"gte\": 4}, \"order\": [[\"dph_total\", \"asc\"]], \"limit\": 10}'",
      "  A request and offers in files, with the response that the service would send:",
      "    java -jar engine-server.jar search --offers offers.ndjson - < request.json"
    })
public final class SearchCommand extends OneSearchCommand {
  private static final int WIDTH = 100;
  private static final String ABSENT = "-";

  /** The longest number that is written without an exponent. */
  private static final int LONGEST = 10;

  private static final double MEGABYTES_PER_GIGABYTE = 1024;

  @ArgGroup private Output output = new Output();

  /** The options for output in another form than the response. */
  static final class Output {
    @Option(
        names = "--table",
        description = "Prints a table of 100 columns and the number of matching offers.")
    private boolean table;

    @Option(
        names = "--explain",
        description = "Prints how the search runs; the command explain prints it as a tree.")
    private boolean explain;
  }

  /** Creates the command with the streams and variables of its run. */
  public SearchCommand(CommandContext context) {
    super(context);
  }

  @Override
  void print(SearchCodec codec, Snapshot snapshot, Query query, PrintStream out)
      throws IOException {
    if (output.explain) {
      out.println(snapshot.explain(query));
    } else if (output.table) {
      Matches matches = snapshot.search(query);
      out.println(table(matches));
      out.println(matches.size() + " shown of " + snapshot.count(query) + " that match");
    } else {
      codec.writeResponse(snapshot.search(query), out);
      out.println();
    }
  }

  /**
   * Returns a table of all results with the fields by which people choose. Absent values are {@code
   * -}.
   */
  private static String table(Matches matches) {
    return new TextTable<Match>()
        .numbers("id", "", match -> Long.toString(match.id()))
        .texts("gpu_name", match -> text(match, MarketplaceSchema.GPU_NAME))
        .numbers("gpus", "", number(MarketplaceSchema.NUM_GPUS, 0, 1))
        .numbers("vram", "GB", number(MarketplaceSchema.GPU_RAM, 0, MEGABYTES_PER_GIGABYTE))
        .numbers("cores", "", number(MarketplaceSchema.CPU_CORES_EFFECTIVE, 1, 1))
        .numbers("ram", "GB", number(MarketplaceSchema.CPU_RAM, 0, MEGABYTES_PER_GIGABYTE))
        .numbers("disk", "GB", number(MarketplaceSchema.DISK_SPACE, 0, 1))
        .numbers("down", "MB/s", number(MarketplaceSchema.INET_DOWN, 0, 1))
        .numbers("price", "$/h", number(MarketplaceSchema.DPH_TOTAL, 4, 1))
        .numbers("reliab.", "%", number(MarketplaceSchema.RELIABILITY, 2, 0.01))
        .texts("location", SearchCommand::location)
        .draw(matches, WIDTH);
  }

  /** Returns how a numeric field is shown, with its decimals and the divisor of its unit. */
  private static Function<Match, String> number(Field field, int decimals, double divisor) {
    return match -> {
      if (!match.has(field)) {
        return ABSENT;
      }
      double number = match.number(field) / divisor;
      String plain =
          BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
      return plain.length() <= LONGEST ? plain : String.format(Locale.ROOT, "%.1e", number);
    };
  }

  /** Returns the location. Many offers name only the country, as {@code ", US"}. */
  private static String location(Match match) {
    String location = text(match, MarketplaceSchema.GEOLOCATION);
    return location.startsWith(", ") ? location.substring(2) : location;
  }

  private static String text(Match match, Field field) {
    String text = match.text(field);
    return text == null || text.isBlank() ? ABSENT : text;
  }
}
