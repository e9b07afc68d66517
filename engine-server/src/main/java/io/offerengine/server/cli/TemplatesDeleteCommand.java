package io.offerengine.server.cli;

import io.offerengine.server.templates.TemplateRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code templates delete}: deletes a template of any user. */
@Command(
    name = "delete",
    description = {
      "Deletes a template of any user, with its registry password.",
      "A server on the same database lists it no more."
    },
    exitCodeList = {
      "0:the template is deleted",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong, or the template does not exist",
      "6:the database can't be used"
    },
    footer = "  java -jar engine-server.jar templates delete --data data 1")
final class TemplatesDeleteCommand extends StoreCommand {
  @Parameters(
      paramLabel = "TEMPLATE_ID",
      description = "The template's number: the member id in the answers of the service.")
  private long id;

  TemplatesDeleteCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    if (!store().useExisting(database -> TemplateRegistry.delete(database, id))) {
      throw wrong("No template has the number " + id + " in " + store());
    }
    context.out().println("Template " + id + " is deleted");
    return ExitCode.OK;
  }
}
