package io.offerengine.server.cli;

import io.offerengine.server.templates.TemplateRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code templates}, a group of commands for templates. */
@Command(
    name = "templates",
    description = "Deletes templates, also while a server runs.",
    exitCodeList = {"0:success", CommandGroup.FAULT, CommandGroup.USAGE, CommandGroup.DATABASE},
    footer = {
      "  java -jar engine-server.jar templates delete --data data 1",
      "More: java -jar engine-server.jar templates delete --help"
    })
public final class TemplatesCommand extends CommandGroup {
  private final CommandContext context;

  /** Creates the group for a run. */
  public TemplatesCommand(CommandContext context) {
    this.context = context;
  }

  /** Deletes a template of any user. */
  @Command(
      name = "delete",
      description = {
        "Deletes a template of any user, with its registry password.",
        "A server on the same database lists it no more."
      },
      exitCodeList = {
        "0:the template is deleted",
        FAULT,
        USAGE + ", or the template does not exist",
        DATABASE
      },
      footer = "  java -jar engine-server.jar templates delete --data data 1")
  int delete(
      @Mixin StoreOptions store,
      @Parameters(
              paramLabel = "TEMPLATE_ID",
              description = "The template's number: the member id in the answers of the service.")
          long id) {
    StoreLocation location = store.required();
    if (!location.useExisting(database -> TemplateRegistry.delete(database, id))) {
      throw store.wrong("No template has the number " + id + " in " + location);
    }
    context.out().println("Template " + id + " is deleted");
    return ExitCode.OK;
  }
}
