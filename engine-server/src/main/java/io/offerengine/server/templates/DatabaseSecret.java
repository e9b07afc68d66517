package io.offerengine.server.templates;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.SettingsTable;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * Opens the secret that belongs to a database.
 *
 * <p>The database stores a fingerprint of the first secret that it is used with; the fingerprint
 * reveals nothing of the secret. Every other secret is refused, since it could not decrypt the
 * stored passwords.
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
    return file.exists() ? existing(database, file) : create(database, file);
  }

  private static ServerSecret existing(Database database, SecretFile file) {
    finishRotation(database, file);
    return claim(database, file.read());
  }

  /**
   * Moves the next secret into its file if the database has it already: a rotation was killed after
   * its commit.
   */
  private static void finishRotation(Database database, SecretFile file) {
    SecretFile next = file.next();
    if (next.exists() && belongs(database, next.read()) && !belongs(database, file.read())) {
      next.replace(file);
    }
  }

  /** Returns whether the database has the fingerprint of a secret. */
  static boolean belongs(Database database, ServerSecret secret) {
    return database
        .read(DatabaseSecret::fingerprint)
        .filter(stored -> MessageDigest.isEqual(stored, fingerprint(secret)))
        .isPresent();
  }

  /** Returns the fingerprint of a secret. */
  static byte[] fingerprint(ServerSecret secret) {
    return secret.derive("fingerprint");
  }

  private static ServerSecret create(Database database, SecretFile file) {
    boolean isClaimed = database.read(connection -> fingerprint(connection).isPresent());
    if (file.exists()) {
      // Another process has created the file meanwhile. The fingerprint may belong to its secret.
      return existing(database, file);
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
      return existing(database, file);
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
   * @throws UnusableSecretException if the database has the fingerprint of another secret
   */
  static ServerSecret claim(Database database, ServerSecret secret) {
    byte[] own = fingerprint(secret);
    TemplateHashKey hashKey = new TemplateHashKey(secret);
    return database.write(connection -> {
      SettingsTable.putIfAbsent(connection, FINGERPRINT, own);
      if (!MessageDigest.isEqual(own, fingerprint(connection).orElse(new byte[0]))) {
        throw new UnusableSecretException(
            "this database was used with another secret: start it with that one, in the"
                + " environment variable "
                + ServerSecret.VARIABLE
                + " or in the file secret.key that was made for it, or else the passwords in the"
                + " database are lost");
      }
      return secret.withTemplateHashKey(hashKey.storeOrRead(connection));
    });
  }
}
