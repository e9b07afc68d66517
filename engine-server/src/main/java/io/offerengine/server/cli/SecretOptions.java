package io.offerengine.server.cli;

import io.offerengine.server.templates.ServerSecret;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The option that names the file of the secret.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
public final class SecretOptions {
  private static final String FILE = "secret.key";

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description = {
        "The file of the secrets, one a line: the first encrypts passwords, all decrypt",
        "them. Created if missing (default: secret.key in the directory of --data)."
      })
  private @Nullable Path secretFile;

  /** Returns whether the options or the environment give a secret. */
  public boolean isGiven(Map<String, String> environment) {
    return secretFile != null || environment.containsKey(ServerSecret.VARIABLE);
  }

  /**
   * Returns the file of the secret. If the environment has the secret, the file is not used.
   *
   * @throws CommandFailure if neither the environment nor the options give a secret, or if both do
   */
  public Path file(StoreOptions store, Map<String, String> environment) {
    boolean isInEnvironment = environment.containsKey(ServerSecret.VARIABLE);
    if (secretFile != null && isInEnvironment) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "--secret-file and "
              + ServerSecret.VARIABLE
              + " name two secrets; give one of them, or unset the variable");
    }
    if (secretFile != null) {
      return secretFile;
    }
    Path directory = store.directory();
    if (directory == null && !isInEnvironment) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "a PostgreSQL database needs the secret that encrypts its passwords: give"
              + " --secret-file FILE, which is created if missing, or set "
              + ServerSecret.VARIABLE);
    }
    return directory == null ? Path.of(FILE) : directory.resolve(FILE);
  }
}
