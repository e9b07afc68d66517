package io.offerengine.server.config;

/** A command whose options can be checked without running it. */
public interface CheckedCommand {
  /**
   * Checks every option by itself and beside the others. Opens and changes nothing.
   *
   * @throws picocli.CommandLine.ParameterException if an option is wrong
   */
  void check();
}
