package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.EngineException;
import io.offerengine.query.Query;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Loads offers, answers one search and ends. */
@Command(
    name = "search",
    description = "Answers one search on standard output.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the response was printed",
      "1:a fault of the program or the machine",
      "2:the command line is wrong",
      "3:the offers can't be read",
      "4:the search request is wrong"
    },
    footerHeading = "%nExample:%n",
    footer = "  search '{\"num_gpus\": {\"gte\": 4}, \"order\": [[\"dph_total\", \"asc\"]]}'")
final class SearchCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin private final OfferOptions options = new OfferOptions();

  @Option(names = "--explain", description = "Prints how the search is done instead.")
  private boolean explain;

  @Parameters(
      paramLabel = "REQUEST_JSON",
      description = "The search request; - reads it from standard input.")
  private String request = "";

  SearchCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    OfferEngine engine = options.emptyEngine();
    SearchCodec codec = new SearchCodec(engine.schema());
    byte[] body = request.equals("-") ? surroundings.in().readAllBytes() : request.getBytes(UTF_8);
    options.source().loadInto(engine, options.duplicates());
    try {
      Query query = codec.readRequest(body).query();
      Snapshot snapshot = engine.snapshot();
      if (explain) {
        surroundings.out().println(snapshot.explain(query));
      } else {
        codec.writeResponse(snapshot.search(query), surroundings.out());
        surroundings.out().println();
      }
    } catch (EngineException e) {
      throw new CommandFailure(ExitCode.REQUEST, e.getMessage() + "; correct the request");
    }
    surroundings.out().flush();
    return ExitCode.OK;
  }
}
