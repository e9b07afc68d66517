package io.offerengine.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.EngineException;
import io.offerengine.query.Query;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The arguments of a command that runs one search: offers and request. */
final class SearchInput {
  @Mixin private final OfferOptions options = new OfferOptions();

  @Parameters(
      paramLabel = "REQUEST_JSON",
      description = "The search request; - reads it from standard input.")
  private String request = "";

  /** Runs a search. */
  @FunctionalInterface
  interface Use {
    void accept(SearchCodec codec, Snapshot snapshot, Query query) throws IOException;
  }

  /**
   * Loads the offers, reads the request and passes both on.
   *
   * @throws CommandFailure if the offers can't be read or the request is wrong
   */
  void use(CommandContext context, Use use) throws IOException {
    OfferSource source = options.source();
    OfferEngine engine = OfferOptions.engine(source.clock(options.now())).build();
    SearchCodec codec = new SearchCodec(engine.schema());
    byte[] body = request.equals("-") ? context.in().readAllBytes() : request.getBytes(UTF_8);
    try {
      Query query = codec.readRequest(body).query();
      source.loadInto(engine);
      use.accept(codec, engine.snapshot(), query);
    } catch (EngineException e) {
      throw new CommandFailure(ExitCode.REQUEST, e.getMessage() + "; correct the request");
    }
    context.out().flush();
  }
}
