package io.offerengine.internal.exec;

/** Takes the matching rows of a segment, a batch at a time, each row once. */
@FunctionalInterface
public interface RowConsumer {
  /** Takes the first {@code size} rows of an array, which the caller overwrites afterwards. */
  void accept(int[] rows, int size);
}
