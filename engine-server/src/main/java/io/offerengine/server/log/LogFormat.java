package io.offerengine.server.log;

/** How a line of the log is written. */
public enum LogFormat {
  /** For people: time, level, logger, message and values. */
  TEXT,
  /** For programs: an object of JSON. */
  JSON
}
