package io.offerengine.bench;

import java.util.Arrays;

/** Entry point of the benchmarks' jar: {@code generate}, or else JMH with its own options. */
public final class Main {
  private Main() {}

  /** Runs {@code generate} when that is the first argument, and JMH otherwise. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0 && arguments[0].equals(GenerateCommand.NAME)) {
      String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
      System.exit(GenerateCommand.commandLine().execute(rest));
    }
    org.openjdk.jmh.Main.main(arguments);
  }
}
