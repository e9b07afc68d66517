package io.offerengine.server.cli;

import io.offerengine.Matches;
import io.offerengine.Snapshot;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.Query;
import java.io.IOException;
import java.io.PrintStream;
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
      out.println(OfferTable.of(matches));
      out.println(matches.size() + " shown of " + snapshot.count(query) + " that match");
    } else {
      codec.writeResponse(snapshot.search(query), out);
      out.println();
    }
  }
}
