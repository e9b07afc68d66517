package io.offerengine.internal.exec;

/** Takes the matching rows of a segment, one by one, each once. */
@FunctionalInterface
interface RowConsumer {
  /** Takes a row. */
  void accept(int row);
}
