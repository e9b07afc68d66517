package io.offerengine.server.cli;

import io.offerengine.Snapshot;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.Query;
import java.io.PrintStream;
import picocli.CommandLine.Command;

/** The command {@code explain}: loads offers, runs one search and prints its plan and its work. */
@Command(
    name = "explain",
    description = "Shows how one search is done, as a tree: its plan, estimates and work.",
    exitCodeList = {
      "0:the explanation was printed",
      CommandGroup.FAULT,
      OneSearchCommand.COMMAND_LINE,
      OneSearchCommand.OFFERS,
      OneSearchCommand.REQUEST
    },
    footer = {
      "  java -jar engine-server.jar explain '{\"gpu_name\": \"RTX 4090\"}'",
      "  java -jar engine-server.jar explain --offers offers.ndjson - < request.json"
    })
public final class ExplainCommand extends OneSearchCommand {
  /** Creates the command with the streams and variables of its run. */
  public ExplainCommand(CommandContext context) {
    super(context);
  }

  @Override
  void print(SearchCodec codec, Snapshot snapshot, Query query, PrintStream out) {
    out.print(ExplanationTree.of(query, snapshot.explain(query)));
  }
}
