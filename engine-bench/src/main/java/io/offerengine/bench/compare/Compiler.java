package io.offerengine.bench.compare;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What the compiler of this JVM does, by its counter and its queues.
 *
 * <p>The counter grows when a method is done. On a busy machine one method may take seconds, so the
 * queues have to be empty too, and no method at work.
 */
final class Compiler {
  private static final double MILLIS = 1e3;

  private Compiler() {}

  /** Returns the seconds that all compilers have worked so far; 0 if nothing is compiled. */
  static double seconds() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    return compiler == null ? 0 : compiler.getTotalCompilationTime() / MILLIS;
  }

  /** Returns whether no method is compiled or waits for it; true if the JVM doesn't say. */
  static boolean isIdle() {
    try {
      Object queues =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "compilerQueue",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
      return isIdle(queues.toString());
    } catch (JMException otherJvm) {
      return true;
    }
  }

  /** Returns whether a description of queues names no method: it has headings and "Empty" alone. */
  static boolean isIdle(String queues) {
    return queues
        .lines()
        .map(String::strip)
        .allMatch(line -> line.isEmpty() || line.endsWith(":") || line.equals("Empty"));
  }
}
