package io.offerengine.bench;

import io.offerengine.bench.compare.CompareCommand;
import io.offerengine.bench.compare.PlotCommand;
import io.offerengine.bench.gzip.TrainGzipCommand;
import io.offerengine.bench.load.AppendCommand;
import io.offerengine.bench.load.IngestCommand;
import io.offerengine.bench.load.LoadCommand;
import io.offerengine.bench.load.OverloadCommand;
import io.offerengine.bench.load.PlotLoadCommand;
import io.offerengine.bench.load.RestartCommand;
import io.offerengine.bench.load.ServeReadyCommand;
import io.offerengine.bench.saved.SavedCommand;
import io.offerengine.bench.versions.SizesCommand;
import io.offerengine.bench.versions.VariantsCommand;
import io.offerengine.bench.versions.VersionsCommand;
import java.util.Arrays;
import picocli.CommandLine;

/**
 * The entry point of the benchmarks' jar. The first argument names a command: {@code generate},
 * {@code compare}, {@code versions}, {@code variants}, {@code sizes}, {@code plot}, {@code saved},
 * {@code held}, {@code load}, {@code plot-load}, {@code restart}, {@code ingest}, {@code append},
 * {@code serve-ready} or {@code train-gzip}. If it names no command, JMH runs with all arguments.
 */
public final class Main {
  private Main() {}

  /** Runs the command that the first argument names; JMH if it names none. */
  public static void main(String[] arguments) throws Exception {
    String first = arguments.length > 0 ? arguments[0] : "";
    switch (first) {
      case GenerateCommand.NAME -> execute(GenerateCommand.commandLine(), arguments);
      case CompareCommand.NAME -> execute(CompareCommand.commandLine(), arguments);
      case VersionsCommand.NAME -> execute(VersionsCommand.commandLine(), arguments);
      case SizesCommand.NAME -> execute(SizesCommand.commandLine(), arguments);
      case VariantsCommand.NAME -> execute(VariantsCommand.commandLine(), arguments);
      case PlotCommand.NAME -> execute(PlotCommand.commandLine(), arguments);
      case HeldCommand.NAME -> execute(HeldCommand.commandLine(), arguments);
      case SavedCommand.NAME -> execute(SavedCommand.commandLine(), arguments);
      case LoadCommand.NAME -> execute(LoadCommand.commandLine(), arguments);
      case OverloadCommand.NAME -> execute(OverloadCommand.commandLine(), arguments);
      case PlotLoadCommand.NAME -> execute(PlotLoadCommand.commandLine(), arguments);
      case IngestCommand.NAME -> execute(IngestCommand.commandLine(), arguments);
      case AppendCommand.NAME -> execute(AppendCommand.commandLine(), arguments);
      case RestartCommand.NAME -> execute(RestartCommand.commandLine(), arguments);
      case ServeReadyCommand.NAME -> execute(ServeReadyCommand.commandLine(), arguments);
      case TrainGzipCommand.NAME -> execute(TrainGzipCommand.commandLine(), arguments);
      default -> org.openjdk.jmh.Main.main(arguments);
    }
  }

  private static void execute(CommandLine command, String[] arguments) {
    System.exit(command.execute(Arrays.copyOfRange(arguments, 1, arguments.length)));
  }
}
