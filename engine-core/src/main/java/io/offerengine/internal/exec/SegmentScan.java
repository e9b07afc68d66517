package io.offerengine.internal.exec;

/**
 * A scan of a segment's matching rows in an order that bounds the first order key. It is resumed
 * and interrupted, so that the scans of several segments advance together.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
interface SegmentScan {
  /** Returns whether rows may be left. */
  boolean hasNext();

  /** Returns a number that is at most the first key of every row that is left. */
  long nextFirst();

  /** Offers some of the next rows; the collector is turned to the scan's segment. */
  void advance();

  /** Returns how the scan went so far. */
  Progress progress();

  /** Returns how many ranks or words the scan reads before the fallback of its plan takes over. */
  int budget();

  /** Which part of a plan yielded the rows of a scan. */
  enum Progress {
    /** No row was read: the rows of other segments were better. */
    NOT_STARTED("not started"),
    /** The scan itself: the fallback was not needed. */
    SCAN("finished by scan"),
    /** The scan went on over the bitmap that the fallback intersected. */
    INTERSECTED_SCAN("finished by scan over the intersection"),
    /** The fallback gathered the rows that were left. */
    GATHER("finished by intersection");

    private final String label;

    Progress(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }
}
