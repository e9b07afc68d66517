package io.offerengine.bench.report;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.jfree.chart.JFreeChart;

/** Charts, one below the other, as a PNG file. */
public final class PngFile {
  private static final int WIDTH = 1180;
  private static final int HEIGHT = 420;

  private PngFile() {}

  /**
   * Writes charts to a file, in place of the file's former content.
   *
   * @throws IOException if the file can't be written
   */
  public static void write(List<JFreeChart> charts, Path file) throws IOException {
    BufferedImage image =
        new BufferedImage(WIDTH, HEIGHT * charts.size(), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    for (int i = 0; i < charts.size(); i++) {
      charts.get(i).draw(graphics, new Rectangle2D.Double(0, i * HEIGHT, WIDTH, HEIGHT));
    }
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "png", bytes);
    Files.write(file, bytes.toByteArray());
  }
}
