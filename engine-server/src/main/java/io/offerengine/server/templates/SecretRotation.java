package io.offerengine.server.templates;

import io.offerengine.query.EngineException;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.SettingsTable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the secret of a database by a new one and encrypts all passwords again.
 *
 * <p>The new secret is written and synced to a file first. Then one transaction encrypts all
 * passwords and stores the new fingerprint. Then the new file takes the name of the old one. If the
 * process is killed, the database belongs to one of the two files, and the next start finds out to
 * which. Nobody else may use the database meanwhile.
 */
public final class SecretRotation {
  private static final String SELECT =
      "SELECT " + CheckedTable.TEMPLATES.columns() + " FROM templates WHERE password IS NOT NULL";

  private final Database database;
  private final Map<String, String> environment;
  private final Path path;

  /**
   * Creates a rotation.
   *
   * @param path the file of the secret; unused if the environment has the secret
   */
  public SecretRotation(Database database, Map<String, String> environment, Path path) {
    this.database = database;
    this.environment = environment;
    this.path = path;
  }

  /**
   * Rotates the secret.
   *
   * @param target a file that does not exist, which receives the new secret of a service that has
   *     its secret from the environment; null to replace the file of the secret
   * @return the number of passwords that were encrypted again
   * @throws UnusableSecretException if the secret is missing, of another database, or can't be
   *     written
   */
  public int run(@Nullable Path target) {
    SecretFile file = new SecretFile(path);
    if (target == null && !file.exists()) {
      throw new UnusableSecretException(file + " does not exist; give the file of the secret");
    }
    ServerSecret old = DatabaseSecret.open(database, environment, path);
    ServerSecret next = ServerSecret.random();
    SecretFile written = target == null ? file.next() : new SecretFile(target);
    if (target == null) {
      // The remains of a rotation that was killed before its commit.
      written.delete();
    }
    if (!written.make(next)) {
      throw new UnusableSecretException(written + " exists already; choose another file");
    }
    int count = database.write(connection -> encrypt(connection, old, next));
    if (target == null) {
      written.replace(file);
    }
    return count;
  }

  private static int encrypt(Connection connection, ServerSecret old, ServerSecret next)
      throws SQLException {
    PasswordCipher before = new PasswordCipher(old);
    PasswordCipher after = new PasswordCipher(next);
    List<TemplateRow> rows = rows(connection);
    for (TemplateRow row : rows) {
      byte[] encrypted = row.password();
      if (encrypted != null) {
        String hash = row.template().hash();
        String password = decrypt(before, row, encrypted);
        store(connection, row.template().id(), after.encrypt(password, row.user(), hash));
      }
    }
    new TemplateHashKey(next).store(connection, old.templateHashKey());
    SettingsTable.put(connection, DatabaseSecret.FINGERPRINT, DatabaseSecret.fingerprint(next));
    return rows.size();
  }

  private static String decrypt(PasswordCipher cipher, TemplateRow row, byte[] encrypted) {
    try {
      return cipher.decrypt(encrypted, row.user(), row.template().hash());
    } catch (EngineException e) {
      throw new UnusableSecretException(
          "the password of the template "
              + row.template().id()
              + " can't be decrypted: it was changed; restore the database from a copy",
          e);
    }
  }

  private static List<TemplateRow> rows(Connection connection) throws SQLException {
    List<TemplateRow> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery(SELECT)) {
      while (results.next()) {
        rows.add(TemplateTable.row(results));
      }
    }
    return rows;
  }

  private static void store(Connection connection, long id, byte[] password) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE templates SET password = ? WHERE id = ?")) {
      update.setBytes(1, password);
      update.setLong(2, id);
      update.executeUpdate();
    }
    CheckedTable.TEMPLATES.seal(connection, id);
  }

  /**
   * Checks that the secret belongs to the database and decrypts every password. Changes nothing.
   *
   * @return the number of passwords
   * @throws UnusableSecretException if the secret is missing or of another database, or if a
   *     password can't be decrypted
   */
  public int verify() {
    String given = environment.get(ServerSecret.VARIABLE);
    SecretFile file = new SecretFile(path);
    ServerSecret secret =
        given == null ? file.read() : ServerSecret.parse(given, ServerSecret.VARIABLE);
    if (given == null && file.next().exists() && !DatabaseSecret.belongs(database, secret)) {
      // A rotation was killed after its commit; the next start moves the file.
      secret = file.next().read();
    }
    if (!DatabaseSecret.belongs(database, secret)) {
      throw new UnusableSecretException(
          (given == null ? file.toString() : ServerSecret.VARIABLE)
              + " holds the secret of another database");
    }
    PasswordCipher cipher = new PasswordCipher(secret);
    List<TemplateRow> rows = database.read(SecretRotation::rows);
    for (TemplateRow row : rows) {
      byte[] encrypted = row.password();
      if (encrypted != null) {
        decrypt(cipher, row, encrypted);
      }
    }
    return rows.size();
  }
}
