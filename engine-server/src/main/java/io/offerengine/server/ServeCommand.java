package io.offerengine.server;

import io.offerengine.server.cli.CommandContext;
import io.offerengine.server.cli.ExitCode;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code serve}: loads offers and answers requests until the process is stopped. */
@Command(
    name = "serve",
    description = "Serves offers over HTTP until the process is stopped.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong",
      "3:the offers can't be read",
      "5:the address can't be listened on",
      "6:the database can't be used",
      "130, 143:stopped by SIGINT or SIGTERM, after running requests finished"
    },
    footerHeading = "%nEnvironment:%n",
    footer = {
      "  OFFER_ENGINE_API_KEY  an administrator's key of user 1",
      "  OFFER_ENGINE_SECRET   the secret that encrypts passwords",
      "  Every option has a variable too: OFFER_ENGINE_USER_RATE for --user-rate,",
      "  and is a key of the configuration file, such as \"user-rate: 10\".",
      "",
      "Examples:",
      "  The packaged sample, on port 8080 of this machine alone; nothing is stored:",
      "    java -jar engine-server.jar serve",
      "  Your own offers, stored with all later changes, for other machines too:",
      "    java -jar engine-server.jar serve --data market --offers offers.ndjson \\",
      "      --host 0.0.0.0",
      "  The same market again, after a stop:",
      "    java -jar engine-server.jar serve --data market --host 0.0.0.0",
      "  More offers while the service runs:",
      "    curl -T offers.ndjson -H \"Authorization: Bearer $OFFER_ENGINE_API_KEY\" \\",
      "      http://127.0.0.1:8080/admin/offers"
    })
final class ServeCommand implements Callable<Integer> {
  private final CommandContext context;

  @Mixin private final ServeArguments arguments = new ServeArguments();

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec
  private CommandSpec command;

  ServeCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    Refusals refusals = new Refusals(command.commandLine());
    ServeOptions options = arguments.options(context.environment(), refusals);
    List<RuntimeException> wrong = refusals.all();
    if (!wrong.isEmpty()) {
      throw wrong.get(0);
    }
    new Service(options, context.out()).run();
    return ExitCode.OK;
  }
}
