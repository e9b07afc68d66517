package io.offerengine.server;

import io.offerengine.server.cli.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * What is wrong with the options of a command: each a {@link ParameterException}, or a {@link
 * CommandFailure} for a variable that is no option.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
final class Refusals {
  private final CommandLine command;
  private final List<RuntimeException> all = new ArrayList<>();

  Refusals(CommandLine command) {
    this.command = command;
  }

  /** Returns refusals of the same command that nobody reads. */
  Refusals discarded() {
    return new Refusals(command);
  }

  /** Returns what is wrong, in the order in which it was found. */
  List<RuntimeException> all() {
    return List.copyOf(all);
  }

  /** Adds something that is wrong. */
  void add(RuntimeException refusal) {
    all.add(refusal);
  }

  /** Adds something that is wrong with the command line as a whole. */
  void add(String problem) {
    all.add(new ParameterException(command, problem));
  }

  /** Adds what is wrong with the value of an option. */
  void add(String option, String problem) {
    add("Invalid value for option '" + option + "': " + problem);
  }

  /** Refuses an option that was given without another one that it needs. */
  void needs(String option, @Nullable Object given, String other) {
    if (given != null) {
      add(option, "it needs " + other + " beside it");
    }
  }

  /**
   * Refuses a number that is out of its range; returns it all the same.
   *
   * @param rule the beginning of the rule, such as "it takes"
   * @param unit the unit with a blank before it; empty for none
   */
  int within(String option, String rule, long least, long most, String unit, int value) {
    if (value < least || value > most) {
      add(option, rule + " from " + least + " to " + most + unit + ", but got " + value);
    }
    return value;
  }

  /** Returns what an option says; null, and a refusal, if it says nothing that can be used. */
  <T> @Nullable T read(String option, Supplier<@Nullable T> reading) {
    try {
      return reading.get();
    } catch (ParameterException | CommandFailure e) {
      add(e);
    } catch (IllegalArgumentException e) {
      add(option, String.valueOf(e.getMessage()));
    }
    return null;
  }
}
