package io.offerengine.server.templates;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.SettingsTable;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
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
  private static final String FINGERPRINT = "secret_fingerprint";

  /** The setting with the key of the hashes of templates, encrypted by the secret. */
  private static final String HASH_KEY = "template_hash_key";

  /** Binds the encrypted key to its purpose, as a password is bound to its template. */
  private static final long NO_USER = 0;

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
    return environment.containsKey(ServerSecret.VARIABLE) || file.exists()
        ? claim(database, given(environment, file))
        : create(database, file);
  }

  private static ServerSecret given(Map<String, String> environment, SecretFile file) {
    String text = environment.get(ServerSecret.VARIABLE);
    return text == null
        ? file.read()
        : ServerSecret.parse(text, "the environment variable " + ServerSecret.VARIABLE);
  }

  private static ServerSecret create(Database database, SecretFile file) {
    boolean isClaimed = database.read(connection -> fingerprint(connection).isPresent());
    if (file.exists()) {
      // Another process has created the file meanwhile. The fingerprint may belong to its secret.
      return claim(database, file.read());
    }
    if (isClaimed) {
      throw new UnusableSecretException(
          ("this database was used with a secret that is not here any more: put it back into %s"
                  + " or into the environment variable %s, or else the passwords in the database"
                  + " are lost")
              .formatted(file, ServerSecret.VARIABLE));
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
    return database.write(connection -> {
      SettingsTable.putIfAbsent(connection, FINGERPRINT, secret.fingerprint());
      requireBelongs(connection, secret);
      return secret.withTemplateHashKey(hashKey(connection, secret));
    });
  }

  /**
   * Returns the stored key of the hashes, or stores the one that derives from the secret. The first
   * secret of a database determines the key.
   */
  private static byte[] hashKey(Connection connection, ServerSecret secret) throws SQLException {
    Optional<byte[]> stored = SettingsTable.find(connection, HASH_KEY);
    if (stored.isEmpty()) {
      storeHashKey(connection, secret);
      return secret.templateHashKey();
    }
    return secret
        .decrypt(stored.get(), NO_USER, HASH_KEY)
        .map(decrypted -> HexFormat.of().parseHex(decrypted.password()))
        .orElseThrow(() ->
            new UnusableSecretException(
                "the setting "
                    + HASH_KEY
                    + " is damaged: the secret can't decrypt it; restore the database from a"
                    + " copy"));
  }

  private static void storeHashKey(Connection connection, ServerSecret secret) throws SQLException {
    String digits = HexFormat.of().formatHex(secret.templateHashKey());
    SettingsTable.put(connection, HASH_KEY, secret.encrypt(digits, NO_USER, HASH_KEY));
  }

  /** Returns whether the database has the fingerprint of the first secret of a list. */
  static boolean hasFirst(Connection connection, ServerSecret secret) throws SQLException {
    return fingerprint(connection)
        .filter(stored -> MessageDigest.isEqual(stored, secret.fingerprint()))
        .isPresent();
  }

  /**
   * Replaces the fingerprint by that of the first secret of a list, which encrypts the key of the
   * hashes again: templates keep their hashes.
   */
  static void replace(Connection connection, ServerSecret secret) throws SQLException {
    storeHashKey(connection, secret);
    SettingsTable.put(connection, FINGERPRINT, secret.fingerprint());
  }

  /** Checks that the database was used with one of the secrets of a list. */
  private static void requireBelongs(Connection connection, ServerSecret secret)
      throws SQLException {
    byte[] stored = fingerprint(connection).orElse(new byte[0]);
    List<ServerSecret> all = secret.all();
    if (all.stream().noneMatch(each -> MessageDigest.isEqual(stored, each.fingerprint()))) {
      throw new UnusableSecretException(
          ("this database was used with another secret: start it with that one, in the"
                  + " environment variable %s or in the file secret.key that was made for it, or"
                  + " else the passwords in the database are lost; its identifier is %s, and given"
                  + " is %s")
              .formatted(
                  ServerSecret.VARIABLE,
                  ServerSecret.identifier(stored),
                  all.stream().map(ServerSecret::identifier).collect(Collectors.joining(", "))));
    }
  }

  /**
   * Returns the secret of a database without changing anything.
   *
   * @throws UnusableSecretException as {@link #open} does, or if there is no secret
   */
  public static ServerSecret read(Database database, Map<String, String> environment, Path path) {
    ServerSecret secret = given(environment, new SecretFile(path));
    return database.read(connection -> {
      requireBelongs(connection, secret);
      return secret;
    });
  }
}
