package io.offerengine.server.cli;

import io.offerengine.server.templates.TemplateRegistry;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code templates delete}: deletes a template of any user. */
@Command(
    name = "delete",
    description = {
      "Deletes a template of any user, with its registry password.",
      "A server on the same database lists it no more."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the template is deleted",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong, or the template does not exist",
      "6:the database can't be used"
    },
    footerHeading = "%nExample:%n",
    footer = "  java -jar engine-server.jar templates delete --data data 1")
final class TemplatesDeleteCommand implements Callable<Integer> {
  @Mixin private final StoreOptions store = new StoreOptions();

  private final CommandContext context;

  @Parameters(
      paramLabel = "TEMPLATE_ID",
      description = "The template's number: the member id in the answers of the service.")
  private long id;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec
  private CommandSpec command;

  TemplatesDeleteCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (!store.useExisting(database -> TemplateRegistry.delete(database, id))) {
      throw new ParameterException(
          command.commandLine(), "No template has the number " + id + " in " + store.describe());
    }
    context.out().println("Template " + id + " is deleted");
    return ExitCode.OK;
  }
}
