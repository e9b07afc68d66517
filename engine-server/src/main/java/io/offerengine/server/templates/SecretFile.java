package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.attribute.PosixFilePermission.GROUP_READ;
import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_READ;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.Set;

/** A file that holds a server's secrets, one a line, readable by its owner alone. */
final class SecretFile {
  private static final int MAX_BYTES = 4_096;
  private static final Set<PosixFilePermission> OWNER_ALONE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> TOO_MUCH =
      Set.of(GROUP_READ, GROUP_WRITE, OTHERS_READ, OTHERS_WRITE);

  private final Path path;

  SecretFile(Path path) {
    this.path = path;
  }

  boolean exists() {
    return Files.exists(path);
  }

  /**
   * Returns the secret in the file.
   *
   * @throws UnusableSecretException if the file can't be read, holds no secret, or others may read
   *     or write it
   */
  ServerSecret read() {
    try {
      if (!Collections.disjoint(Files.getPosixFilePermissions(path), TOO_MUCH)) {
        throw new UnusableSecretException(
            ("%s holds the server's secret, but others than its owner may read or write it;"
                    + " change that with \"chmod 600 %s\"")
                .formatted(path, path));
      }
      return ServerSecret.parse(content(), path.toString());
    } catch (IOException | UnsupportedOperationException e) {
      throw unusable("read", e);
    }
  }

  private String content() throws IOException {
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
   * Writes a secret to the file and syncs it to disk, whole or not at all. If the file already
   * exists, nothing is written.
   *
   * @return whether the secret was written
   * @throws UnusableSecretException if the file can't be written
   */
  boolean make(ServerSecret secret) {
    FileAttribute<?> permissions = PosixFilePermissions.asFileAttribute(OWNER_ALONE);
    try {
      Path directory = path.toAbsolutePath().getParent();
      if (directory == null || !Files.isDirectory(directory)) {
        throw new UnusableSecretException(
            path
                + " can't hold the server's secret: "
                + directory
                + " is not a directory; make it, or name a file in another one");
      }
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
      throw unusable("made", e);
    }
  }

  private static void sync(Path path, StandardOpenOption option) throws IOException {
    try (FileChannel opened = FileChannel.open(path, option)) {
      opened.force(true);
    }
  }

  /** Deletes the file. */
  void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw unusable("removed", e);
    }
  }

  private UnusableSecretException unusable(String action, Exception cause) {
    return new UnusableSecretException(
        ("%s, which holds the server's secret, can't be %s (%s); give the secret in the"
                + " environment variable %s instead")
            .formatted(path, action, cause, ServerSecret.VARIABLE),
        cause);
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
