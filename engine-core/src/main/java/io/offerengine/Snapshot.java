package io.offerengine;

import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.List;

/** The offers as one version shows them. */
public final class Snapshot {
  private Snapshot() {}

  /** Returns the matching offers in order. */
  public Matches search(Query query) {
    throw new UnsupportedOperationException();
  }

  /** Returns the number of matching offers before folding, whatever the limit and the page. */
  public long count(Query query) {
    throw new UnsupportedOperationException();
  }

  /** Runs a search and says how it was done. */
  public Explanation explain(Query query) {
    throw new UnsupportedOperationException();
  }

  /** Returns the distinct values of a text field as stored, by code point. */
  public List<String> distinctTexts(Field field) {
    throw new UnsupportedOperationException();
  }

  /** Returns the number of offers. */
  public int size() {
    throw new UnsupportedOperationException();
  }

  /** Returns the version, which grows with every applied batch. */
  public long version() {
    throw new UnsupportedOperationException();
  }

  /** Returns the schema. */
  public Schema schema() {
    throw new UnsupportedOperationException();
  }
}
