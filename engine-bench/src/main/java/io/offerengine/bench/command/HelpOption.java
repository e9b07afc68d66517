package io.offerengine.bench.command;

import picocli.CommandLine.Option;

/** The option that shows what a command takes. */
public final class HelpOption {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean wanted;
}
