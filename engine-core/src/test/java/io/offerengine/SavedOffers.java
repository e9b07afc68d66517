package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory in which engines are saved, until the end of a test. */
final class SavedOffers implements AutoCloseable {
  private final Path directory;
  private int saves;

  SavedOffers() throws IOException {
    directory = Files.createTempDirectory("offers");
  }

  Path directory() {
    return directory;
  }

  /** Saves an engine, and restores its offers into a new one. */
  OfferEngine restart(OfferEngine engine, OfferEngine.Builder builder) throws IOException {
    String position = "save " + ++saves;
    engine.save(directory, position);
    assertThat(OfferEngine.savedPosition(directory)).isEqualTo(position);
    OfferEngine restored = builder.restore(directory);
    assertThat(restored.snapshot().size()).isEqualTo(engine.snapshot().size());
    return restored;
  }

  @Override
  public void close() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
