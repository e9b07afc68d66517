package io.offerengine.json;

/**
 * A place in a text.
 *
 * @param line the line, from 1; 0 for no place
 * @param column the column in UTF-16 code units, from 1; 0 for no place
 */
record Place(int line, int column) {
  /** No place: what is wrong stands nowhere in the text. */
  static final Place NONE = new Place(0, 0);

  boolean isKnown() {
    return line > 0;
  }

  @Override
  public String toString() {
    return "line " + line + ", column " + column;
  }
}
