package io.offerengine.internal.exec;

/** Takes the matching rows of a segment, some at a time, each once. */
@FunctionalInterface
interface RowConsumer {
  /** Takes the first {@code size} of some rows; they are another's to change afterwards. */
  void accept(int[] rows, int size);
}
