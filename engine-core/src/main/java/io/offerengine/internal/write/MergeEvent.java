package io.offerengine.internal.write;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Segments merged, in a flight recording; costs next to nothing while nobody records. */
@Name("io.offerengine.Merge")
@Label("Merge Segments")
@Category("Offer Engine")
@StackTrace(false)
final class MergeEvent extends Event {
  @Label("Sources")
  int sources;

  @Label("Rows")
  int rows;

  @Label("Segments")
  int segments;
}
