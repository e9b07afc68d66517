package io.offerengine.internal.column;

/** The distinct texts of a column. Each text has a code. */
public interface Texts {
  /** Returns the number of codes; every code is less. */
  int size();

  /** Returns the text of a code as it was stored. */
  String text(int code);

  /** Returns the collation key of a code's text. */
  String key(int code);
}
