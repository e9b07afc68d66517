package io.offerengine.server;

import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.StoreLocation;
import io.offerengine.server.store.Database;
import io.offerengine.server.templates.DatabaseSecret;
import io.offerengine.server.templates.SecretRewrite;
import io.offerengine.server.templates.ServerSecret;
import io.offerengine.server.templates.UnusableSecretException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The database of a running service, and the secret that encrypts its passwords.
 *
 * <p>If no database was given, a temporary one is used and deleted at the end.
 *
 * <p><b>Threads.</b> Confined to the command's thread, except for the database and {@link #close}.
 */
final class ServiceStore implements AutoCloseable {
  private final Database database;

  /** Null if the service has none. */
  private final @Nullable ServerSecret secret;

  /** Null if the service has no secret. */
  private final @Nullable SecretRewrite rewrite;

  private final @Nullable Path temporary;
  private boolean closed;

  private ServiceStore(Database database, @Nullable ServerSecret secret, @Nullable Path temporary) {
    this.database = database;
    this.secret = secret;
    this.rewrite = secret == null ? null : new SecretRewrite(database, secret);
    this.temporary = temporary;
  }

  /**
   * Opens the database that was given, or a temporary one.
   *
   * @throws CommandFailure if the database or the secret can't be used
   */
  static ServiceStore open(ServeOptions options) {
    StoreLocation location = options.store();
    if (location == null) {
      Path directory = temporaryDirectory();
      return new ServiceStore(Database.sqlite(directory), ServerSecret.random(), directory);
    }
    Path file = options.secretFile();
    Database database = location.open();
    try {
      database.watch();
      ServerSecret secret =
          file == null ? null : DatabaseSecret.open(database, options.environment(), file);
      return new ServiceStore(database, secret, null);
    } catch (RuntimeException e) {
      database.close();
      throw e instanceof UnusableSecretException
          ? new CommandFailure(ExitCode.DATABASE, String.valueOf(e.getMessage()))
          : e;
    }
  }

  /** Returns the database. */
  Database database() {
    return database;
  }

  /** Returns the secret that encrypts passwords; null if the service has none. */
  @Nullable ServerSecret secret() {
    return secret;
  }

  /**
   * Starts to encrypt again, in the background, what an older secret has encrypted.
   *
   * @return which passwords the secrets decrypt; null if the service has no secret
   */
  SecretRewrite.@Nullable Passwords rewrite() {
    if (rewrite == null) {
      return null;
    }
    SecretRewrite.Passwords passwords = rewrite.read();
    rewrite.start();
    return passwords;
  }

  /** Closes the database and deletes a temporary one. Later calls do nothing. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (rewrite != null) {
      rewrite.close();
    }
    database.close();
    if (temporary != null) {
      delete(temporary);
    }
  }

  private static Path temporaryDirectory() {
    try {
      return Files.createTempDirectory("offer-engine-");
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary directory can be made", e);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(directory + " can't be deleted", e);
    }
  }
}
