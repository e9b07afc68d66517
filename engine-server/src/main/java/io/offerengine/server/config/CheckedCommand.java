package io.offerengine.server.config;

import io.offerengine.server.cli.SecretOptions;
import io.offerengine.server.cli.StoreOptions;
import java.util.List;

/** A command whose options can be checked without running it. */
public interface CheckedCommand {
  /**
   * Returns the checks of the options, each by itself and beside the others. They open and change
   * nothing, and throw a {@link picocli.CommandLine.ParameterException} if something is wrong.
   */
  List<Runnable> checks();

  /** Returns the options that name the database. */
  StoreOptions store();

  /** Returns the options that name the secret. */
  SecretOptions secret();
}
