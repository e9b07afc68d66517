package io.offerengine.bench.load;

import io.offerengine.bench.plot.JsonTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A load test read back to be drawn.
 *
 * @param name what the server is called
 * @param setting where and how it was measured, in a line
 * @param levels by number of connections, in the order of the file
 */
record LoadSeries(String name, String setting, List<Level> levels) {
  /** Copies the list. */
  LoadSeries {
    levels = List.copyOf(levels);
  }

  /**
   * What is drawn of one number of connections.
   *
   * @param connections how many there were
   * @param rate requests answered in a second, each connection its next after the last
   * @param pacedRate requests answered in a second at the steady rate
   * @param p50 median latency at that rate, in µs
   * @param p99 the latency there that 99 of 100 stayed below, in µs
   */
  record Level(int connections, double rate, double pacedRate, double p50, double p99) {}

  /**
   * Reads what {@link LoadJson} wrote.
   *
   * @throws IOException if it can't be read, or holds something else
   */
  static LoadSeries read(String name, Path file) throws IOException {
    return JsonTree.read(file, "results of a load test", root -> of(name, root));
  }

  private static LoadSeries of(String name, JsonTree root) {
    JsonTree settings = root.get("settings");
    JsonTree around = root.get("surroundings");
    String setting =
        String.format(
            Locale.ROOT,
            "Q2 of %,d offers, %s, %s, commit %s, %s",
            settings.get("offers").wholeNumber(),
            around.get("cpu").text(),
            around.get("jdk").text(),
            around.get("commit").text(),
            around.get("started").text());
    List<Level> levels = root.get("levels").elements().stream().map(LoadSeries::level).toList();
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("/levels is empty");
    }
    return new LoadSeries(name, setting, levels);
  }

  private static Level level(JsonTree from) {
    JsonTree paced = from.get("paced");
    return new Level(
        (int) from.get("connections").wholeNumber(),
        from.get("flat_out").get("rate").number(),
        paced.get("rate").number(),
        paced.get("p50_us").number(),
        paced.get("p99_us").number());
  }
}
