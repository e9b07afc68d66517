package io.offerengine.internal.write;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A batch or a load applied, in a flight recording; costs next to nothing while nobody records. */
@Name("io.offerengine.Apply")
@Label("Apply Batch")
@Category("Offer Engine")
@StackTrace(false)
final class ApplyEvent extends Event {
  @Label("Operations")
  int operations;

  @Label("Load")
  boolean load;

  @Label("Version")
  long version;
}
