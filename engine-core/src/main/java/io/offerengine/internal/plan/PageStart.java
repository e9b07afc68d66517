package io.offerengine.internal.plan;

import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.schema.SortKey;

/**
 * Where the rows of a later page begin in the order of the query: scans need not read the rows
 * before.
 *
 * <p>Keys are those by which rows rank: inverted if the order descends, the greatest key for an
 * absent value. Rows that tie with the cursor by these keys may still be before it.
 *
 * @param first no row of the page has a lesser first key
 * @param second no row of the page that has this first key has a lesser second key
 */
public record PageStart(long first, long second) {
  /** A key that is at most every other one. */
  private static final long LEAST = Long.MIN_VALUE;

  /** The start of a first page. */
  public static final PageStart OF_FIRST_PAGE = new PageStart(LEAST, LEAST);

  /** Returns where the page of a query begins. */
  public static PageStart of(Query query) {
    Cursor after = query.after();
    if (after == null) {
      return OF_FIRST_PAGE;
    }
    return after.size() == 0
        ? new PageStart(after.id(), LEAST)
        : new PageStart(key(query, after, 0), after.size() > 1 ? key(query, after, 1) : LEAST);
  }

  private static long key(Query query, Cursor after, int number) {
    SortKey key = query.order().get(number);
    if (!key.field().type().hasIntegerKeys()) {
      return LEAST;
    }
    Object value = after.key(number);
    if (value == null) {
      return Long.MAX_VALUE;
    }
    return key.isDescending() ? ~(Long) value : (Long) value;
  }

  /** Returns whether this is the start of a first page, or of a page with an unknown start. */
  boolean isOfFirstPage() {
    return first == LEAST;
  }

  /** Returns the least second key of the page's rows of one first key. */
  public long secondOf(long firstKey) {
    return firstKey == first ? second : LEAST;
  }
}
