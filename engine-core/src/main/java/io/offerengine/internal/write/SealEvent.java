package io.offerengine.internal.write;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A tail, a load or a large batch sealed, in a flight recording; costs next to nothing while nobody
 * records.
 */
@Name("io.offerengine.Seal")
@Label("Seal Rows")
@Category("Offer Engine")
@StackTrace(false)
final class SealEvent extends Event {
  @Label("Rows")
  int rows;

  @Label("Segments")
  int segments;
}
