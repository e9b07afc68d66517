package io.offerengine.server.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code explain}: loads offers, runs one search and prints its plan and its work. */
@Command(
    name = "explain",
    description = "Shows how one search is done, as a tree: its plan, estimates and work.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = CommandGroup.EXIT_CODES,
    exitCodeList = {
      "0:the explanation was printed",
      CommandGroup.FAULT,
      "2:the command line is wrong",
      "3:the offers can't be read",
      "4:the search request is wrong"
    },
    footerHeading = CommandGroup.EXAMPLES,
    footer = {
      "  java -jar engine-server.jar explain '{\"gpu_name\": \"RTX 4090\"}'",
      "  java -jar engine-server.jar explain --offers offers.ndjson - < request.json"
    })
public final class ExplainCommand implements Callable<Integer> {
  private final CommandContext context;

  @Mixin private final SearchInput input = new SearchInput();

  /** Creates the command with the streams and variables of its run. */
  public ExplainCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    input.use(
        context,
        (codec, snapshot, query) ->
            context.out().print(ExplanationTree.of(query, snapshot.explain(query))));
    return ExitCode.OK;
  }
}
