package io.offerengine.bench.compare;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Where something is measured: the machine, the JVM and the commit. */
public final class Surroundings {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final String UNKNOWN = "unknown";
  private static final double GIBIBYTE = 1L << 30;

  private Surroundings() {}

  /** Returns what is known of them, by name. */
  public static Map<String, String> read() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    Map<String, String> known = new TreeMap<>();
    known.put("cpu", cpu());
    known.put("cores", Integer.toString(system.getAvailableProcessors()));
    known.put("memory_gib", tenths(system.getTotalMemorySize() / GIBIBYTE));
    known.put("heap_gib", tenths(Runtime.getRuntime().maxMemory() / GIBIBYTE));
    known.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    known.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
    known.put("commit", commit());
    known.put("load_at_start", load());
    known.put("started", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    return known;
  }

  /** Returns how many threads wanted to run in the last minute. */
  static String load() {
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
