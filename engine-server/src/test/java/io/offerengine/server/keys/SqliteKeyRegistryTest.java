package io.offerengine.server.keys;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.store.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keys leave in the files of SQLite. */
class SqliteKeyRegistryTest {
  @TempDir private Path directory;

  @Test
  void create_leavesNothingOfTheSecretInAnyFile() throws IOException {
    try (Database database = Database.sqlite(directory)) {
      String key = new KeyRegistry(database).create(KeyTerms.of(7, false));
      String secret = key.substring(key.length() - 43);
      String files = bytesOfAllFiles();
      assertThat(files).contains(new String(ApiKey.hash(secret), ISO_8859_1));
      String bytes = new String(Base64.getUrlDecoder().decode(secret), ISO_8859_1);
      for (String leak : List.of(key, secret, secret.substring(0, 20), bytes)) {
        assertThat(files.contains(leak)).as(leak).isFalse();
      }
    }
  }

  private String bytesOfAllFiles() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        all.append(Files.readString(file, ISO_8859_1));
      }
    }
    return all.toString();
  }
}
