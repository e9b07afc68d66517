package io.offerengine.server.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * A tree of text lines, drawn with its branches.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class Tree {
  private final String text;
  private final List<Tree> children = new ArrayList<>();

  /** Creates a node. Control characters become blanks. */
  Tree(String text) {
    this.text = text.replaceAll("\\p{Cntrl}", " ");
  }

  /** Adds a child and returns it. */
  Tree add(String child) {
    Tree node = new Tree(child);
    children.add(node);
    return node;
  }

  private void draw(String indent, StringBuilder target) {
    for (int i = 0; i < children.size(); i++) {
      boolean isLast = i == children.size() - 1;
      Tree child = children.get(i);
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
