package io.offerengine.bench.compare;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs a comparison in several processes, one after the other, and reads what each measured.
 *
 * <p>The compiler of a JVM decides differently in each process, and its decisions can favour one
 * side by more than the difference in question.
 *
 * <p>The heap of a process is touched at its start. Otherwise the first use of each page costs
 * microseconds on a virtual machine, and searches pay for it.
 */
final class Processes {
  private static final int MEBIBYTE = 1 << 20;

  private Processes() {}

  /**
   * Runs processes.
   *
   * @param arguments the command and its options, as for {@link io.offerengine.bench.Main}
   * @param heap the size of the heap of each in bytes
   * @param count the number of processes
   * @param progress receives messages about the progress, a line each
   * @throws ComparisonException if a process ends without results
   */
  static List<Harness.Outcome> run(
      List<String> arguments, long heap, int count, Consumer<String> progress)
      throws ComparisonException, IOException, InterruptedException {
    List<Harness.Outcome> outcomes = new ArrayList<>();
    for (int process = 0; process < count; process++) {
      String name = "process " + (process + 1) + " of " + count;
      progress.accept(name + ": " + String.join(" ", arguments));
      Path results = Files.createTempFile("measured", ".json");
      try {
        int exit = start(arguments, heap, process, results).waitFor();
        if (exit != 0) {
          throw new ComparisonException(
              name
                  + " ended with exit code "
                  + exit
                  + " before it had measured everything; what it said last stands above");
        }
        outcomes.add(JsonFile.read(results, Harness.Outcome.class, "measurements"));
      } finally {
        Files.delete(results);
      }
    }
    return outcomes;
  }

  private static Process start(List<String> arguments, long heap, int process, Path results)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!option.startsWith("-Xmx") && !option.startsWith("-Xms")) {
        command.add(option);
      }
    }
    command.add("-Xms" + heap / MEBIBYTE + "m");
    command.add("-Xmx" + heap / MEBIBYTE + "m");
    command.add("-XX:+AlwaysPreTouch");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("io.offerengine.bench.Main");
    command.addAll(arguments);
    command.addAll(List.of(ComparisonCommand.PROCESS, Integer.toString(process)));
    command.addAll(List.of(ComparisonCommand.INTO, results.toString()));
    return new ProcessBuilder(command).inheritIO().start();
  }
}
