package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.attribute.PosixFilePermission.GROUP_READ;
import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_READ;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;

import io.offerengine.log.Sql;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.SettingsTable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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

  private static final int MAX_BYTES = 4_096;
  private static final Set<PosixFilePermission> OWNER_ALONE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> TOO_MUCH =
      Set.of(GROUP_READ, GROUP_WRITE, OTHERS_READ, OTHERS_WRITE);

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
    // The file is written first: no database may have the fingerprint of a secret without a file.
    boolean isMade =
        !isGiven(environment, path)
            && !isClaimed(database)
            && makeFile(path, ServerSecret.random());
    try {
      return claim(database, given(environment, path));
    } catch (UnusableSecretException e) {
      if (isMade) {
        deleteFile(path);
      }
      throw e;
    }
  }

  /** Returns whether a database was used with a secret. */
  public static boolean isClaimed(Database database) {
    return database.read(sql -> fingerprint(sql).isPresent());
  }

  private static boolean isGiven(Map<String, String> environment, Path path) {
    return environment.containsKey(ServerSecret.VARIABLE) || Files.exists(path);
  }

  /**
   * Returns the secret in the environment variable, or else in the file.
   *
   * @throws UnusableSecretException also if there is neither; its message is for a database that
   *     was used with a secret
   */
  private static ServerSecret given(Map<String, String> environment, Path path) {
    String text = environment.get(ServerSecret.VARIABLE);
    if (text != null) {
      return ServerSecret.parse(text, "the environment variable " + ServerSecret.VARIABLE);
    }
    if (!Files.exists(path)) {
      throw new UnusableSecretException(
          ("this database was used with a secret that is not here any more: put it back into %s"
                  + " or into the environment variable %s, or else the passwords in the database"
                  + " are lost")
              .formatted(path, ServerSecret.VARIABLE));
    }
    return readFile(path);
  }

  /**
   * Returns the secrets in a file, one a line, which its owner alone may read.
   *
   * @throws UnusableSecretException if the file can't be read, holds no secret, or others may read
   *     or write it
   */
  private static ServerSecret readFile(Path path) {
    try {
      if (!Collections.disjoint(Files.getPosixFilePermissions(path), TOO_MUCH)) {
        throw new UnusableSecretException(
            ("%s holds the server's secret, but others than its owner may read or write it;"
                    + " change that with \"chmod 600 %s\"")
                .formatted(path, path));
      }
      return ServerSecret.parse(content(path), path.toString());
    } catch (IOException | UnsupportedOperationException e) {
      throw unusable(path, "read", e);
    }
  }

  private static String content(Path path) throws IOException {
    try (var in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new UnusableSecretException(
            ("%s has more than %s bytes, and a list of secrets has at most that many; leave"
                    + " out what decrypts nothing any more")
                .formatted(path, MAX_BYTES));
      }
      return new String(bytes, US_ASCII);
    }
  }

  /**
   * Writes a secret to a file and syncs it to disk, whole or not at all. If the file already
   * exists, nothing is written.
   *
   * @return whether the secret was written
   * @throws UnusableSecretException if the file can't be written
   */
  private static boolean makeFile(Path path, ServerSecret secret) {
    FileAttribute<?> permissions = PosixFilePermissions.asFileAttribute(OWNER_ALONE);
    try {
      Path directory = requireDirectory(path);
      Path draft = Files.createTempFile(directory, "secret", ".new", permissions);
      try {
        Files.writeString(draft, secret.toHex() + "\n", US_ASCII);
        sync(draft, StandardOpenOption.WRITE);
        // Unlike a move, a link never replaces a file.
        Files.createLink(path, draft);
      } catch (FileAlreadyExistsException e) {
        return false;
      } finally {
        Files.delete(draft);
      }
      sync(directory, StandardOpenOption.READ);
      return true;
    } catch (IOException | UnsupportedOperationException e) {
      throw unusable(path, "made", e);
    }
  }

  /** Returns the directory in which a file of a secret can be made. */
  private static Path requireDirectory(Path path) {
    Path directory = path.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw new UnusableSecretException(
          path
              + " can't hold the server's secret: "
              + directory
              + " is not a directory; make it, or name a file in another one");
    }
    return directory;
  }

  private static void sync(Path path, StandardOpenOption option) throws IOException {
    try (FileChannel opened = FileChannel.open(path, option)) {
      opened.force(true);
    }
  }

  private static void deleteFile(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw unusable(path, "removed", e);
    }
  }

  private static UnusableSecretException unusable(Path path, String action, Exception cause) {
    return new UnusableSecretException(
        ("%s, which holds the server's secret, can't be %s (%s); give the secret in the"
                + " environment variable %s instead")
            .formatted(path, action, cause, ServerSecret.VARIABLE),
        cause);
  }

  private static Optional<byte[]> fingerprint(Sql sql) throws SQLException {
    return SettingsTable.find(sql, FINGERPRINT);
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
    return database.write(sql -> {
      SettingsTable.putIfAbsent(sql, FINGERPRINT, secret.fingerprint());
      requireBelongs(sql, secret);
      return secret.withTemplateHashKey(hashKey(sql, secret));
    });
  }

  /**
   * Returns the stored key of the hashes, or stores the one that derives from the secret. The first
   * secret of a database determines the key.
   */
  private static byte[] hashKey(Sql sql, ServerSecret secret) throws SQLException {
    Optional<byte[]> stored = SettingsTable.find(sql, HASH_KEY);
    if (stored.isEmpty()) {
      storeHashKey(sql, secret);
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

  private static void storeHashKey(Sql sql, ServerSecret secret) throws SQLException {
    String digits = HexFormat.of().formatHex(secret.templateHashKey());
    SettingsTable.put(sql, HASH_KEY, secret.encrypt(digits, NO_USER, HASH_KEY));
  }

  /** Returns whether the database has the fingerprint of the first secret of a list. */
  static boolean hasFirst(Sql sql, ServerSecret secret) throws SQLException {
    return fingerprint(sql)
        .filter(stored -> MessageDigest.isEqual(stored, secret.fingerprint()))
        .isPresent();
  }

  /**
   * Replaces the fingerprint by that of the first secret of a list, which encrypts the key of the
   * hashes again: templates keep their hashes.
   */
  static void replace(Sql sql, ServerSecret secret) throws SQLException {
    storeHashKey(sql, secret);
    SettingsTable.put(sql, FINGERPRINT, secret.fingerprint());
  }

  /** Checks that the database was used with one of the secrets of a list. */
  private static void requireBelongs(Sql sql, ServerSecret secret) throws SQLException {
    byte[] stored = fingerprint(sql).orElse(new byte[0]);
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
   * Reads the secrets that are given, without a database; if there are none, checks that {@link
   * #open} can make their file.
   *
   * @param data a directory that exists before the file is made; null if none does
   * @throws UnusableSecretException if a secret is malformed or readable by others, or if the
   *     directory of the file is missing
   */
  public static void requireUsable(
      Map<String, String> environment, Path path, @Nullable Path data) {
    if (isGiven(environment, path)) {
      ServerSecret unused = given(environment, path);
      return;
    }
    Set<Path> made = new HashSet<>();
    Path each = data == null ? null : data.toAbsolutePath();
    while (each != null) {
      made.add(each.normalize());
      each = each.getParent();
    }
    if (!isThereWith(made, path.toAbsolutePath().getParent())) {
      Path unused = requireDirectory(path);
    }
  }

  /**
   * Returns whether a directory exists, or will once the given ones are made; so must each above it
   * that its path names.
   */
  private static boolean isThereWith(Set<Path> made, @Nullable Path directory) {
    return directory != null
        && (Files.isDirectory(directory)
            || (made.contains(directory.normalize()) && isThereWith(made, directory.getParent())));
  }

  /**
   * Returns the secret of a database that was used with one, without changing anything.
   *
   * @throws UnusableSecretException as {@link #open} does
   */
  public static ServerSecret read(Database database, Map<String, String> environment, Path path) {
    ServerSecret secret = given(environment, path);
    return database.read(sql -> {
      requireBelongs(sql, secret);
      return secret;
    });
  }
}
