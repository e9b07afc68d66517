package io.offerengine.bench.compare;

import com.sun.management.OperatingSystemMXBean;
import io.offerengine.bench.plot.JsonTree;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/**
 * Where something was measured: the machine, the JVM and the commit, by name.
 *
 * @param known in the order of the names
 */
public record Surroundings(SortedMap<String, String> known) {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final String UNKNOWN = "unknown";
  private static final double GIBIBYTE = 1L << 30;

  /** Copies what is known. */
  public Surroundings {
    known = Collections.unmodifiableSortedMap(new TreeMap<>(known));
  }

  /** Returns what is known of them now. */
  public static Surroundings read() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    SortedMap<String, String> known = new TreeMap<>();
    known.put("cpu", cpu());
    known.put("cores", Integer.toString(system.getAvailableProcessors()));
    known.put("memory_gib", tenths(system.getTotalMemorySize() / GIBIBYTE));
    known.put("heap_gib", tenths(Runtime.getRuntime().maxMemory() / GIBIBYTE));
    known.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    known.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
    known.put("commit", commit());
    known.put("load_at_start", load());
    known.put("started", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    return new Surroundings(known);
  }

  /** Returns the same, and how busy the machine is now that the run is over. */
  Surroundings atEnd() {
    SortedMap<String, String> more = new TreeMap<>(known);
    more.put("load_at_end", load());
    return new Surroundings(more);
  }

  /** Reads what {@link #write} wrote. */
  static Surroundings read(JsonTree written) {
    SortedMap<String, String> known = new TreeMap<>();
    written.members().forEach((name, text) -> known.put(name, text.text()));
    return new Surroundings(known);
  }

  /** Writes them as a member of an object. */
  public void write(JsonGenerator out) {
    out.writeName("surroundings");
    out.writeStartObject();
    known.forEach(out::writeStringProperty);
    out.writeEndObject();
  }

  /** Returns a line for each. */
  public String lines() {
    StringBuilder lines = new StringBuilder();
    known.forEach((name, value) -> lines.append(name).append(": ").append(value).append('\n'));
    return lines.toString();
  }

  /** Returns how many threads wanted to run in the last minute. */
  private static String load() {
    return tenths(
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getSystemLoadAverage());
  }

  private static String cpu() {
    try {
      for (String line : Files.readAllLines(CPU_INFO)) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
    return System.getProperty("os.arch");
  }

  /** Returns the commit of the folder in which the program was started. */
  private static String commit() {
    String commit = output("git", "rev-parse", "--short=12", "HEAD");
    if (commit.isEmpty()) {
      return UNKNOWN;
    }
    String changes = output("git", "status", "--porcelain", "--untracked-files=no");
    return changes.isEmpty() ? commit : commit + " with changes";
  }

  private static String output(String... command) {
    try {
      Process process = new ProcessBuilder(List.of(command)).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? text.strip() : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static String tenths(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
