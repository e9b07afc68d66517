package io.offerengine.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.EngineException;
import io.offerengine.query.Query;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that loads offers and runs one search. */
@Command(
    mixinStandardHelpOptions = true,
    exitCodeListHeading = CommandGroup.EXIT_CODES,
    footerHeading = CommandGroup.EXAMPLES)
abstract class OneSearchCommand implements Callable<Integer> {
  static final String COMMAND_LINE = "2:the command line is wrong";
  static final String OFFERS = "3:the offers can't be read";
  static final String REQUEST = "4:the search request is wrong";

  private final CommandContext context;

  @Mixin private final OfferOptions options = new OfferOptions();

  @Parameters(
      paramLabel = "REQUEST_JSON",
      description = "The search request; - reads it from standard input.")
  private String request = "";

  OneSearchCommand(CommandContext context) {
    this.context = context;
  }

  /**
   * Loads the offers, reads the request and prints the result.
   *
   * @throws CommandFailure if the offers can't be read or the request is wrong
   */
  @Override
  public Integer call() throws IOException {
    OfferSource source = options.source();
    OfferEngine engine = OfferOptions.engine(source.clock(options.now())).build();
    SearchCodec codec = new SearchCodec(engine.schema());
    byte[] body = request.equals("-") ? context.in().readAllBytes() : request.getBytes(UTF_8);
    try {
      Query query = codec.readRequest(body).query();
      source.loadInto(engine);
      print(codec, engine.snapshot(), query, context.out());
    } catch (EngineException e) {
      throw new CommandFailure(ExitCode.REQUEST, e.getMessage() + "; correct the request");
    }
    context.out().flush();
    return ExitCode.OK;
  }

  /** Runs the search and prints its result. */
  abstract void print(SearchCodec codec, Snapshot snapshot, Query query, PrintStream out)
      throws IOException;
}
