package io.offerengine.bench.searches;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The classes of searches and updates, each with 200 draws.
 *
 * <p>There are ten classes of searches, an update and a mix of both. The others vary these
 * searches: prices for another storage or for bids, folded bundles, which requests ask for by
 * default, facets instead of offers, or all matches.
 */
public enum SearchClass {
  /** Rentable, not rented, often verified; best score first. */
  Q1("browse"),
  /** The conditions of Q1, a GPU model, a number of GPUs and a reliability; cheapest first. */
  Q2("typical"),
  /** Seven thresholds; most performance per dollar first. */
  Q3("numeric"),
  /** A rare model, eight GPUs, a rare location, a static address; cheapest first. */
  Q4("rare"),
  /** A condition that every offer fulfils; the twenty cheapest. */
  Q5("open"),
  /** The conditions of Q1; most GPUs first, then cheapest. */
  Q6("multi-key"),
  /** The best hundredth by performance, cheapest first. */
  Q7("against the grain"),
  /** Two broad conditions that exclude each other. */
  Q8("empty"),
  /** Q1 with ten thousand results. */
  Q9("big page"),
  /** How many offers match Q3. */
  Q10("count"),
  /** Price and rented flag of one offer, visible on return. */
  U1("update"),
  /** The searches of Q2 with an update after every nineteen of them. */
  MIX("reads"),
  /** Q2 for a storage of 5 to 200 GB, which the request names. */
  Q2_STORAGE(Q2, Variant.STORAGE),
  /** Q3 for a storage of 5 to 200 GB, which the request names. */
  Q3_STORAGE(Q3, Variant.STORAGE),
  /** Q5 for a storage of 5 to 200 GB, which the request names. */
  Q5_STORAGE(Q5, Variant.STORAGE),
  /** Q2 for the type bid. */
  Q2_BID(Q2, Variant.BID),
  /** Q3 for the type bid. */
  Q3_BID(Q3, Variant.BID),
  /** Q5 for the type bid. */
  Q5_BID(Q5, Variant.BID),
  /** Q1 with bundles folded. */
  Q1_FOLDED(Q1, Variant.FOLDED),
  /** Q2 with bundles folded. */
  Q2_FOLDED(Q2, Variant.FOLDED),
  /** Q3 with bundles folded. */
  Q3_FOLDED(Q3, Variant.FOLDED),
  /** Q4 with bundles folded. */
  Q4_FOLDED(Q4, Variant.FOLDED),
  /** Q5 with bundles folded. */
  Q5_FOLDED(Q5, Variant.FOLDED),
  /** Q6 with bundles folded. */
  Q6_FOLDED(Q6, Variant.FOLDED),
  /** Q7 with bundles folded. */
  Q7_FOLDED(Q7, Variant.FOLDED),
  /** Q8 with bundles folded. */
  Q8_FOLDED(Q8, Variant.FOLDED),
  /** Q9 with bundles folded. */
  Q9_FOLDED(Q9, Variant.FOLDED),
  /** Facets of the three flags of Q1. */
  Q1_FACETS(Q1, Variant.FACETS),
  /** Facets of Q2. */
  Q2_FACETS(Q2, Variant.FACETS),
  /** Facets of Q3. */
  Q3_FACETS(Q3, Variant.FACETS),
  /** Facets of Q2, each for a storage that no other search names. */
  Q2_STORAGE_FACETS(Q2, Variant.STORAGE_FACETS),
  /** Facets of Q1 that count bundles. */
  Q1_BUNDLE_FACETS(Q1, Variant.BUNDLE_FACETS),
  /** Facets of Q2 that count bundles. */
  Q2_BUNDLE_FACETS(Q2, Variant.BUNDLE_FACETS),
  /** Facets of Q3 that count bundles. */
  Q3_BUNDLE_FACETS(Q3, Variant.BUNDLE_FACETS),
  /** All matches of Q3, in any order. */
  Q3_ALL(Q3, Variant.ALL);

  /** How a class differs from its base class. */
  public enum Variant {
    /** Not at all. */
    PLAIN,
    /** Prices for another storage. */
    STORAGE,
    /** Prices for bids. */
    BID,
    /** Bundles folded. */
    FOLDED,
    /** Facets instead of offers. */
    FACETS,
    /** Facets for another storage. */
    STORAGE_FACETS,
    /** Facets that count bundles. */
    BUNDLE_FACETS,
    /** All matches, in any order. */
    ALL
  }

  private final String title;
  private final Variant variant;
  private final @Nullable SearchClass base;

  SearchClass(String title) {
    this.title = title;
    this.variant = Variant.PLAIN;
    this.base = null;
  }

  SearchClass(SearchClass base, Variant variant) {
    this.title = base.title;
    this.variant = variant;
    this.base = base;
  }

  /** Returns a title of one or two words. */
  public String title() {
    return title;
  }

  /** Returns how this class differs from its base. */
  public Variant variant() {
    return variant;
  }

  /** Returns the class whose draws this class varies; a plain class is its own base. */
  public SearchClass base() {
    return base == null ? this : base;
  }

  /** Returns whether this is one of the twelve classes without a variation. */
  public boolean isPlain() {
    return variant == Variant.PLAIN;
  }

  /** Returns whether this class consists of searches alone. */
  public boolean isSearchOnly() {
    return this != U1 && this != MIX;
  }

  /** Returns the classes that consist of searches and vary no other one. */
  public static List<SearchClass> plainSearches() {
    return Arrays.stream(values()).filter(kind -> kind.isPlain() && kind.isSearchOnly()).toList();
  }

  /** Returns the name that tables and plots show. */
  public String label() {
    return isPlain()
        ? name() + " " + title
        : base() + " " + variant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
