package io.offerengine.internal.exec;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * A search, count, explanation or visit of all matches in a flight recording.
 *
 * <p><b>Cost.</b> An event takes longer than most searches, since it has texts. So a recording has
 * the slow searches alone, unless it sets another threshold, and a fast search costs next to
 * nothing more.
 */
@Name("io.offerengine.Search")
@Label("Search")
@Category("Offer Engine")
@StackTrace(false)
@Threshold("1 ms")
final class SearchEvent extends Event {
  @Label("Kind")
  @Description("search, count, explain or for each")
  String kind;

  @Label("Outcome")
  @Description("ok, or the code of the error that ended it")
  String outcome = "failed";

  @Label("Query")
  String query = "";

  @Label("Parameters")
  String parameters = "";

  @Label("Version")
  @Description("The version of the snapshot")
  long version;

  @Label("Plan")
  @Description("Each kind of plan, and how many segments got it")
  String plan = "";

  @Label("Segments")
  @Description("A line for each segment and tail: name, size, plan, fallback, work")
  String segments = "";

  @Label("Computed Fields")
  @Description("Whether values were materialised or evaluated, a line for each computed field")
  String computedFields = "";

  @Label("Advice")
  @Description("What would make the search cheaper, a line each")
  String advice = "";

  @Label("Rows Examined")
  long rowsExamined;

  @Label("Rows Matched")
  @Description("Before folding")
  long rowsMatched;

  @Label("Results")
  @Description("Rows returned; none unless the kind is search")
  int results;

  SearchEvent(String kind) {
    this.kind = kind;
  }
}
