package io.offerengine.server.cli;

import io.offerengine.Matches;
import io.offerengine.Snapshot;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.Query;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code search}: loads offers and prints the answer to one search. */
@Command(
    name = "search",
    description = "Answers one search on standard output.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = CommandGroup.EXIT_CODES,
    exitCodeList = {
      "0:the response was printed",
      CommandGroup.FAULT,
      "2:the command line is wrong",
      "3:the offers can't be read",
      "4:the search request is wrong"
    },
    footerHeading = CommandGroup.EXAMPLES,
    footer = {
      "  The ten cheapest offers of 4 GPUs or more, as a table:",
      "    java -jar engine-server.jar search --table \\",
      "      '{\"num_gpus\": {\"gte\": 4}, \"order\": [[\"dph_total\", \"asc\"]], \"limit\": 10}'",
      "  A request and offers in files, with the response that the service would send:",
      "    java -jar engine-server.jar search --offers offers.ndjson - < request.json"
    })
public final class SearchCommand implements Callable<Integer> {
  private final CommandContext context;

  @Mixin private final SearchInput input = new SearchInput();

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
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    input.use(context, this::print);
    return ExitCode.OK;
  }

  private void print(SearchCodec codec, Snapshot snapshot, Query query) throws IOException {
    PrintStream out = context.out();
    if (output.explain) {
      out.println(snapshot.explain(query));
    } else if (output.table) {
      Matches matches = snapshot.search(query);
      out.println(OfferTable.of(matches));
      out.println(matches.size() + " shown of " + snapshot.count(query) + " that match");
    } else {
      codec.writeResponse(snapshot.search(query), out);
      out.println();
    }
  }
}
