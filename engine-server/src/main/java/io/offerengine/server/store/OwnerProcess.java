package io.offerengine.server.store;

import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names a process of this machine by its number and its start, so that a later process with the
 * same number is told apart.
 */
final class OwnerProcess {
  private static final Pattern NAME = Pattern.compile("([0-9]{1,18}) since (.*)");

  private OwnerProcess() {}

  /** Returns the name of this process. */
  static String current() {
    ProcessHandle current = ProcessHandle.current();
    return current.pid() + " since " + start(current);
  }

  /** Returns whether the process with a name still runs, and is not this one. */
  static boolean runs(String name) {
    Matcher parts = NAME.matcher(name);
    return parts.matches()
        && !name.equals(current())
        && ProcessHandle.of(Long.parseLong(parts.group(1)))
            .filter(process -> process.isAlive() && parts.group(2).equals(start(process)))
            .isPresent();
  }

  /** The start is unknown where the system does not tell it. */
  private static String start(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("unknown");
  }
}
