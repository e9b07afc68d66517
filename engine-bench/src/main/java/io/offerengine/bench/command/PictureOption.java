package io.offerengine.bench.command;

import io.offerengine.bench.report.PngFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jfree.chart.JFreeChart;
import picocli.CommandLine.Option;

/** The option that names the file of a picture. */
public final class PictureOption {
  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "Where to write the picture.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private Path file;

  /**
   * Writes the charts to the file, one below the other.
   *
   * @throws IOException if the file can't be written
   */
  public void write(List<JFreeChart> charts) throws IOException {
    PngFile.write(charts, file);
  }
}
