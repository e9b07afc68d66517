package io.offerengine.bench.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The surroundings of a measurement: the machine, the JVM and the commit. */
public final class Surroundings {
  private static final double GIBIBYTE = 1L << 30;
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private Surroundings() {}

  /** Returns the surroundings of a process with a heap of so many bytes, by name. */
  public static SortedMap<String, String> read(long heap) {
    SortedMap<String, String> known = new TreeMap<>();
    known.put("cpu", cpu());
    known.put("cores", Integer.toString(SYSTEM.getAvailableProcessors()));
    known.put("memory_gib", tenths(SYSTEM.getTotalMemorySize() / GIBIBYTE));
    known.put("heap_gib", tenths(heap / GIBIBYTE));
    known.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    known.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
    known.put("commit", commit());
    known.put("load_at_start", load());
    known.put("started", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    return known;
  }

  /** Returns the load average of the machine in the last minute. */
  public static String load() {
    return tenths(SYSTEM.getSystemLoadAverage());
  }

  /** Returns a line for each value. */
  public static String lines(SortedMap<String, String> known) {
    StringBuilder lines = new StringBuilder();
    known.forEach((name, value) -> lines.append(name).append(": ").append(value).append('\n'));
    return lines.toString();
  }

  private static String cpu() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(SYSTEM.getArch());
    } catch (IOException otherSystem) {
      return SYSTEM.getArch();
    }
  }

  /** Returns the commit of the folder in which the program was started. */
  private static String commit() {
    try {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--dirty", "--exclude=*").start();
      String commit = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
      return git.waitFor() == 0 ? commit : "unknown";
    } catch (IOException withoutGit) {
      return "unknown";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "unknown";
    }
  }

  private static String tenths(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
