package io.offerengine.bench.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that says where a picture is drawn to. */
public final class PictureOption {
  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "Where to write the picture.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private Path file;

  /**
   * Writes the picture, in place of what was there.
   *
   * @throws IOException if it can't be written
   */
  public void write(String picture) throws IOException {
    Files.writeString(file, picture);
  }
}
