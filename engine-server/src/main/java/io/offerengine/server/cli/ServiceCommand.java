package io.offerengine.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * A command that sends requests to a running service.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
@Command(
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:the service can't be reached, or can't answer now",
      "2:the command line or the environment is wrong",
      "4:the service refused the request"
    },
    footerHeading = "%nExample:%n")
abstract class ServiceCommand implements Callable<Integer> {
  /** The body of a request without one. */
  static final byte[] NO_BODY = {};

  /** The streams and variables of the run. */
  final CommandContext context;

  /** The service. */
  @Mixin final ServiceOptions service = new ServiceOptions();

  /** Creates the command for a run. */
  ServiceCommand(CommandContext context) {
    this.context = context;
  }
}
