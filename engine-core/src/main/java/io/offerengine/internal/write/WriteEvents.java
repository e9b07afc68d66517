package io.offerengine.internal.write;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** What a flight recording has of writes; costs next to nothing while nobody records. */
final class WriteEvents {
  private WriteEvents() {}

  /** A batch or a load applied. */
  @Name("io.offerengine.Apply")
  @Label("Apply Batch")
  @Category("Offer Engine")
  @StackTrace(false)
  static final class Applied extends Event {
    @Label("Operations")
    int operations;

    @Label("Load")
    boolean load;

    @Label("Version")
    long version;
  }

  /** A tail, a load or a large batch sealed. */
  @Name("io.offerengine.Seal")
  @Label("Seal Rows")
  @Category("Offer Engine")
  @StackTrace(false)
  static final class Sealed extends Event {
    @Label("Rows")
    int rows;

    @Label("Segments")
    int segments;
  }

  /** Segments merged. */
  @Name("io.offerengine.Merge")
  @Label("Merge Segments")
  @Category("Offer Engine")
  @StackTrace(false)
  static final class Merged extends Event {
    @Label("Sources")
    int sources;

    @Label("Rows")
    int rows;

    @Label("Segments")
    int segments;
  }
}
