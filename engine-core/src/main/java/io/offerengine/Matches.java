package io.offerengine;

import io.offerengine.query.Cursor;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import org.jspecify.annotations.Nullable;

/** The results of a search, one after the other. */
public final class Matches {
  private Matches() {}

  /** Returns the number of results. */
  public int size() {
    throw new UnsupportedOperationException();
  }

  /** Moves to the next result; false after the last one. */
  public boolean next() {
    throw new UnsupportedOperationException();
  }

  /** Moves back before the first result. */
  public void rewind() {
    throw new UnsupportedOperationException();
  }

  /** Returns the identifier of the current result. */
  public long id() {
    throw new UnsupportedOperationException();
  }

  /** Returns whether the current result has a value of a field. */
  public boolean has(Field field) {
    throw new UnsupportedOperationException();
  }

  /** Returns the value of an integer field; fails when absent. */
  public long integer(Field field) {
    throw new UnsupportedOperationException();
  }

  /** Returns the value of an integer or number field as the search computes it; NaN when absent. */
  public double number(Field field) {
    throw new UnsupportedOperationException();
  }

  /** Returns the value of a boolean field; fails when absent. */
  public boolean flag(Field field) {
    throw new UnsupportedOperationException();
  }

  /** Returns the value of a text field; null when absent. */
  public @Nullable String text(Field field) {
    throw new UnsupportedOperationException();
  }

  /** Returns the value of a list field; null when absent. */
  public long @Nullable [] integers(Field field) {
    throw new UnsupportedOperationException();
  }

  /** Returns one number of an object field, by its place in {@link Field#members}; NaN when absent. */
  public double member(Field field, int index) {
    throw new UnsupportedOperationException();
  }

  /** Returns what the offer of the current result brought. */
  public Offer toOffer() {
    throw new UnsupportedOperationException();
  }

  /** Returns the cursor of the next page; null when this page is the last. */
  public @Nullable Cursor nextCursor() {
    throw new UnsupportedOperationException();
  }

  /** Returns the schema. */
  public Schema schema() {
    throw new UnsupportedOperationException();
  }
}
