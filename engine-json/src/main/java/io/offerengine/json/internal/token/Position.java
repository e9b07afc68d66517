package io.offerengine.json.internal.token;

/**
 * A position in a text.
 *
 * @param line the line, from 1; 0 for {@link #NONE}
 * @param column the column in UTF-16 code units, from 1; 0 for {@link #NONE}
 */
public record Position(int line, int column) {
  /** The position of an error that belongs to the text as a whole. */
  public static final Position NONE = new Position(0, 0);

  boolean isKnown() {
    return line > 0;
  }

  @Override
  public String toString() {
    return "line " + line + ", column " + column;
  }
}
