package io.offerengine.internal.exec;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A search in a flight recording; costs next to nothing while nobody records. */
@Name("io.offerengine.Search")
@Label("Search")
@Category("Offer Engine")
@StackTrace(false)
final class SearchEvent extends Event {
  @Label("Query")
  String query = "";

  @Label("Plan")
  @Description("The shapes of plan, by segment")
  String plan = "";

  @Label("Rows Examined")
  long rowsExamined;

  @Label("Rows Matched")
  @Description("Before folding")
  long rowsMatched;

  @Label("Results")
  int results;
}
