package io.offerengine.bench.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.sun.management.OperatingSystemMXBean;
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

/**
 * The surroundings of a measurement: the machine, the JVM and the commit, by name.
 *
 * @param known the values, in the order of their names
 */
public record Surroundings(@JsonValue SortedMap<String, String> known) {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final String UNKNOWN = "unknown";
  private static final double GIBIBYTE = 1L << 30;

  /** Copies the values. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Surroundings {
    known = Collections.unmodifiableSortedMap(new TreeMap<>(known));
  }

  /** Returns the surroundings of this process. */
  public static Surroundings read() {
    return read(Runtime.getRuntime().maxMemory());
  }

  /** Returns the surroundings of a process with a heap of so many bytes. */
  public static Surroundings read(long heap) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    SortedMap<String, String> known = new TreeMap<>();
    known.put("cpu", cpu());
    known.put("cores", Integer.toString(system.getAvailableProcessors()));
    known.put("memory_gib", tenths(system.getTotalMemorySize() / GIBIBYTE));
    known.put("heap_gib", tenths(heap / GIBIBYTE));
    known.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    known.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
    known.put("commit", commit());
    known.put("load_at_start", load());
    known.put("started", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    return new Surroundings(known);
  }

  /** Returns the same surroundings with the present load average of the machine. */
  public Surroundings atEnd() {
    SortedMap<String, String> more = new TreeMap<>(known);
    more.put("load_at_end", load());
    return new Surroundings(more);
  }

  /** Returns a line for each value. */
  public String lines() {
    StringBuilder lines = new StringBuilder();
    known.forEach((name, value) -> lines.append(name).append(": ").append(value).append('\n'));
    return lines.toString();
  }

  /** Returns the load average of the machine in the last minute. */
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
