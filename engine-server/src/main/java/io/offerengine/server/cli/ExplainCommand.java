package io.offerengine.server.cli;

import io.offerengine.Explanation;
import io.offerengine.Snapshot;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.Query;
import io.offerengine.schema.Condition;
import io.offerengine.schema.SortKey;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import picocli.CommandLine.Command;

/** The command {@code explain}: loads offers, runs one search and prints its plan and its work. */
@Command(
    name = "explain",
    description = "Shows how one search is done, as a tree: its plan, estimates and work.",
    exitCodeList = {
      "0:the explanation was printed",
      CommandGroup.FAULT,
      OneSearchCommand.COMMAND_LINE,
      OneSearchCommand.OFFERS,
      OneSearchCommand.REQUEST
    },
    footer = {
      "  java -jar engine-server.jar explain '{\"gpu_name\": \"RTX 4090\"}'",
      "  java -jar engine-server.jar explain --offers offers.ndjson - < request.json"
    })
public final class ExplainCommand extends OneSearchCommand {
  /** Creates the command with the streams and variables of its run. */
  public ExplainCommand(CommandContext context) {
    super(context);
  }

  @Override
  void print(SearchCodec codec, Snapshot snapshot, Query query, PrintStream out) {
    out.print(tree(query, snapshot.explain(query)));
  }

  /** Draws the query, the plans of segments, and the work; every line ends with a line feed. */
  private static String tree(Query query, Explanation explanation) {
    Node search = new Node("search");
    addQuestion(query, explanation, search);
    Node plan = search.add("plan: " + explanation.plan());
    explanation.segments().forEach(segment -> addSegment(segment, plan));
    explanation.computedFields().forEach(line -> plan.add("computed: " + line));
    Node rows = search.add("rows");
    rows.add("estimated: at most " + explanation.estimate());
    rows.add("examined: " + explanation.rowsExamined());
    rows.add("matched: " + explanation.rowsMatched());
    explanation.advice().forEach(line -> search.add("advice: " + line));
    return search.toString();
  }

  private static void addSegment(Explanation.Segment segment, Node plan) {
    Node node =
        plan.add(
            "%s: %s of %s rows, at most %s"
                .formatted(segment.name(), segment.plan(), segment.rows(), segment.estimate()));
    if (!segment.leading().isEmpty()) {
      node.add("by " + String.join(", ", segment.leading()));
    }
    if (!segment.checking().isEmpty()) {
      node.add("check " + String.join(", ", segment.checking()));
    }
    if (segment.fallback() != null) {
      node.add(segment.fallback());
    }
    if (segment.estimate() == 0) {
      return;
    }
    node.add("examined " + segment.rowsExamined() + ", matched " + segment.rowsMatched());
  }

  private static void addQuestion(Query query, Explanation explanation, Node search) {
    if (query.conditions().isEmpty()
        && query.alternativesInWords().isEmpty()
        && query.impliedConditions().isEmpty()) {
      search.add("where: everything");
    } else {
      Node where = search.add("where");
      for (Condition condition : query.conditions()) {
        where.add(condition.toString());
      }
      query.alternativesInWords().forEach(where::add);
      for (String implied : query.impliedConditions()) {
        where.add(implied + " (implied)");
      }
    }
    if (query.isContradiction()) {
      search.add("the conditions contradict each other: nothing can match");
    }
    StringJoiner order = new StringJoiner(", ");
    for (SortKey key : query.order()) {
      order.add(key.toString());
    }
    if (query.order().stream().noneMatch(key -> key.field() == query.schema().idField())) {
      order.add(query.schema().idField() + " asc");
    }
    search.add("parameters: " + explanation.parameters());
    search.add("order by " + order);
    search.add("limit " + query.limit());
    search.add(query.fold() ? "bundles: the best offer of each" : "bundles: every offer");
  }

  /** A line of the tree, drawn with its branches. */
  private static final class Node {
    private final String text;
    private final List<Node> children = new ArrayList<>();

    /** Creates a node. Control characters become blanks. */
    Node(String text) {
      this.text = text.replaceAll("\\p{Cntrl}", " ");
    }

    /** Adds a child and returns it. */
    Node add(String child) {
      Node node = new Node(child);
      children.add(node);
      return node;
    }

    private void draw(String indent, StringBuilder target) {
      for (int i = 0; i < children.size(); i++) {
        boolean isLast = i == children.size() - 1;
        Node child = children.get(i);
        target.append(indent).append(isLast ? "└─ " : "├─ ").append(child.text).append('\n');
        child.draw(indent + (isLast ? "   " : "│  "), target);
      }
    }

    /** Returns the drawing. Every line ends with a line feed. */
    @Override
    public String toString() {
      StringBuilder drawing = new StringBuilder(text).append('\n');
      draw("", drawing);
      return drawing.toString();
    }
  }
}
