package io.offerengine.server.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/** A group whose commands inherit the headings and exit codes that they don't set themselves. */
@Command(
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = CommandGroup.EXIT_CODES,
    footerHeading = CommandGroup.EXAMPLE)
abstract class HeadedGroup extends CommandGroup {}
