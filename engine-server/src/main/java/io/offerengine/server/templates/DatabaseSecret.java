package io.offerengine.server.templates;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.SettingsTable;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Opens the secret that belongs to a database.
 *
 * <p>The database stores a fingerprint of the first secret that it is used with; the fingerprint
 * reveals nothing of the secret. A list without this secret is refused, since it could not decrypt
 * the stored passwords. {@link SecretRewrite} replaces the fingerprint by that of a newer secret.
 */
public final class DatabaseSecret {
  static final String FINGERPRINT = "secret_fingerprint";

  private DatabaseSecret() {}

  /**
   * Returns the secret from the environment variable {@link ServerSecret#VARIABLE}, or else from a
   * file. If neither exists and the database has no fingerprint, a new secret is written to the
   * file.
   *
   * @throws UnusableSecretException if the secret is malformed, readable by others or of another
   *     database, or if the database has a fingerprint but there is no secret
   */
  public static ServerSecret open(Database database, Map<String, String> environment, Path path) {
    SecretFile file = new SecretFile(path);
    String given = environment.get(ServerSecret.VARIABLE);
    if (given != null) {
      ServerSecret secret =
          ServerSecret.parse(given, "the environment variable " + ServerSecret.VARIABLE);
      return claim(database, secret);
    }
    return file.exists() ? claim(database, file.read()) : create(database, file);
  }

  private static ServerSecret create(Database database, SecretFile file) {
    boolean isClaimed = database.read(connection -> fingerprint(connection).isPresent());
    if (file.exists()) {
      // Another process has created the file meanwhile. The fingerprint may belong to its secret.
      return claim(database, file.read());
    }
    if (isClaimed) {
      throw new UnusableSecretException(
          "this database was used with a secret that is not here any more: put it back into "
              + file
              + " or into the environment variable "
              + ServerSecret.VARIABLE
              + ", or else the passwords in the database are lost");
    }
    ServerSecret secret = ServerSecret.random();
    // The file is written first: no database may have the fingerprint of a secret without a file.
    if (!file.make(secret)) {
      return claim(database, file.read());
    }
    try {
      return claim(database, secret);
    } catch (UnusableSecretException e) {
      file.delete();
      throw e;
    }
  }

  private static Optional<byte[]> fingerprint(Connection connection) throws SQLException {
    return SettingsTable.find(connection, FINGERPRINT);
  }

  /**
   * Stores the fingerprint of a secret, unless the database has one, and the key of the hashes of
   * templates, encrypted by the secret.
   *
   * @return the secret with the hash key of the database
   * @throws UnusableSecretException if the database has the fingerprint of a secret that is not in
   *     the list
   */
  static ServerSecret claim(Database database, ServerSecret secret) {
    TemplateHashKey hashKey = new TemplateHashKey(secret);
    return database.write(connection -> {
      SettingsTable.putIfAbsent(connection, FINGERPRINT, secret.fingerprint());
      requireBelongs(connection, secret);
      return secret.withTemplateHashKey(hashKey.storeOrRead(connection));
    });
  }

  /** Checks that the database was used with one of the secrets of a list. */
  private static void requireBelongs(Connection connection, ServerSecret secret)
      throws SQLException {
    byte[] stored = fingerprint(connection).orElse(new byte[0]);
    List<ServerSecret> all = secret.all();
    if (all.stream().noneMatch(each -> MessageDigest.isEqual(stored, each.fingerprint()))) {
      throw new UnusableSecretException(
          "this database was used with another secret: start it with that one, in the"
              + " environment variable "
              + ServerSecret.VARIABLE
              + " or in the file secret.key that was made for it, or else the passwords in the"
              + " database are lost; its identifier is "
              + ServerSecret.identifier(stored)
              + ", and given is "
              + all.stream().map(ServerSecret::identifier).collect(Collectors.joining(", ")));
    }
  }

  /**
   * Returns the secret of a database without changing anything.
   *
   * @throws UnusableSecretException as {@link #open} does, or if there is no secret
   */
  public static ServerSecret read(Database database, Map<String, String> environment, Path path) {
    String given = environment.get(ServerSecret.VARIABLE);
    ServerSecret secret =
        given == null
            ? new SecretFile(path).read()
            : ServerSecret.parse(given, "the environment variable " + ServerSecret.VARIABLE);
    return database.read(connection -> {
      requireBelongs(connection, secret);
      return secret;
    });
  }
}
