package io.offerengine.server.log;

import ch.qos.logback.classic.Level;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** From which weight on the service logs. */
public enum LogLevel {
  /** Faults. */
  ERROR,
  /** What an operator may have to mend. */
  WARN,
  /** What the service does. */
  INFO,
  /** What a developer wants to know. */
  DEBUG;

  /** Returns the level of a name in lower case; null if no level has it. */
  static @Nullable LogLevel of(String name) {
    for (LogLevel each : values()) {
      if (each.wireName().equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** Returns the name in options and messages. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  Level level() {
    return Level.toLevel(name());
  }
}
