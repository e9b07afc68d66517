package io.offerengine.server.templates;

import io.offerengine.query.EngineException;
import io.offerengine.server.store.SettingsTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The key of the hashes of templates as the database stores it: encrypted by the secret.
 *
 * <p>The first secret of a database determines the key. A newer secret encrypts the key again, so
 * that templates keep their hashes.
 */
final class TemplateHashKey {
  private static final String SETTING = "template_hash_key";

  /** Binds the encrypted form to its purpose, as a password is bound to its template. */
  private static final long NO_USER = 0;

  private final ServerSecret secret;
  private final PasswordCipher cipher;

  TemplateHashKey(ServerSecret secret) {
    this.secret = secret;
    this.cipher = new PasswordCipher(secret);
  }

  /** Returns the stored key, or stores the one that derives from the secret. */
  byte[] storeOrRead(Connection connection) throws SQLException {
    Optional<byte[]> stored = SettingsTable.find(connection, SETTING);
    if (stored.isEmpty()) {
      store(connection, secret.templateHashKey());
      return secret.templateHashKey();
    }
    try {
      return HexFormat.of().parseHex(cipher.decrypt(stored.get(), NO_USER, SETTING));
    } catch (EngineException e) {
      throw new UnusableSecretException(
          "the setting "
              + SETTING
              + " is damaged: the secret can't decrypt it; restore the database from a copy",
          e);
    }
  }

  /** Stores a key, encrypted by the secret. */
  void store(Connection connection, byte[] key) throws SQLException {
    String digits = HexFormat.of().formatHex(key);
    SettingsTable.put(connection, SETTING, cipher.encrypt(digits, NO_USER, SETTING));
  }
}
