package io.offerengine.bench.searches;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The classes of searches and updates, each with 200 draws.
 *
 * <p>There are ten classes of searches, updates, and a mix of both. Others vary these searches:
 * prices for another storage or for bids, folded bundles, which requests ask for by default, facets
 * instead of offers, or all matches. Conditions on titles need the {@linkplain MarketSchema#GENERIC
 * generic schema}.
 *
 * <p>A class that varies another one has the name of that class and of its {@link Variant}: {@code
 * Q2_BID} is Q2 with prices for bids. New classes come last: the position of a class decides its
 * draws.
 */
public enum SearchClass {
  /** Rentable, not rented, often verified; best score first. */
  Q1("browse", Group.PLAIN),
  /** The conditions of Q1, a GPU model, a number of GPUs and a reliability; cheapest first. */
  Q2("typical", Group.PLAIN),
  /** Seven thresholds; most performance per dollar first. */
  Q3("numeric", Group.PLAIN),
  /** A rare model, eight GPUs, a rare location, a static address; cheapest first. */
  Q4("rare", Group.PLAIN),
  /** A condition that every offer fulfils; the twenty cheapest. */
  Q5("open", Group.PLAIN),
  /** The conditions of Q1; most GPUs first, then cheapest. */
  Q6("multi-key", Group.PLAIN),
  /** The best hundredth by performance, cheapest first. */
  Q7("against the grain", Group.PLAIN),
  /** Two broad conditions that exclude each other. */
  Q8("empty", Group.PLAIN),
  /** Q1 with ten thousand results. */
  Q9("big page", Group.PLAIN),
  /** How many offers match Q3. */
  Q10("count", Group.PLAIN),
  /** Price and rented flag of one offer, visible on return. */
  U1("update", Group.UPDATES),
  /** The searches of Q2 with an update after every nineteen of them. */
  MIX("reads", Group.UPDATES),
  Q2_STORAGE(Q2, Variant.STORAGE),
  Q3_STORAGE(Q3, Variant.STORAGE),
  Q5_STORAGE(Q5, Variant.STORAGE),
  Q2_BID(Q2, Variant.BID),
  Q3_BID(Q3, Variant.BID),
  Q5_BID(Q5, Variant.BID),
  Q1_FOLDED(Q1, Variant.FOLDED),
  Q2_FOLDED(Q2, Variant.FOLDED),
  Q3_FOLDED(Q3, Variant.FOLDED),
  Q4_FOLDED(Q4, Variant.FOLDED),
  Q5_FOLDED(Q5, Variant.FOLDED),
  Q6_FOLDED(Q6, Variant.FOLDED),
  Q7_FOLDED(Q7, Variant.FOLDED),
  Q8_FOLDED(Q8, Variant.FOLDED),
  Q9_FOLDED(Q9, Variant.FOLDED),
  Q1_FACETS(Q1, Variant.FACETS),
  Q2_FACETS(Q2, Variant.FACETS),
  Q3_FACETS(Q3, Variant.FACETS),
  Q2_STORAGE_FACETS(Q2, Variant.STORAGE_FACETS),
  Q1_BUNDLE_FACETS(Q1, Variant.BUNDLE_FACETS),
  Q2_BUNDLE_FACETS(Q2, Variant.BUNDLE_FACETS),
  Q3_BUNDLE_FACETS(Q3, Variant.BUNDLE_FACETS),
  Q3_ALL(Q3, Variant.ALL),
  /** The update of U1 on the condition that the flag has the other value; one in ten fails. */
  U2("conditional update", Group.UPDATES),
  /** Titles that start with a text. */
  PREFIX("prefix", Group.TEXTS),
  /** Titles that contain a text. */
  CONTAINS("contains", Group.TEXTS),
  /** One offer by its identifier. */
  ID("identifier", Group.TEXTS),
  ID_PREFIX(ID, Variant.PREFIX),
  ID_CONTAINS(ID, Variant.CONTAINS),
  Q2_PREFIX(Q2, Variant.PREFIX),
  Q2_CONTAINS(Q2, Variant.CONTAINS),
  /** Which saved searches an offer of the market satisfies, as if it were new. */
  SAVED_OFFER("any offer", Group.SAVED),
  /** Which saved searches an offer newly satisfies after its price fell or rose. */
  SAVED_PRICE("price", Group.SAVED),
  /** Which saved searches an offer newly satisfies when its rental ends. */
  SAVED_RENTABLE("rentable", Group.SAVED),
  /** A price rises, or an offer is rented: no search that asks for the opposite matches. */
  SAVED_WORSE("worse", Group.SAVED),
  /** The changes of the market's stream in their order, deletions left out. */
  SAVED_STREAM("stream", Group.SAVED),
  /** A search is saved. */
  SAVED_ADD("addition", Group.SAVED),
  /** A saved search is removed. */
  SAVED_REMOVE("removal", Group.SAVED);

  /** The groups of classes. */
  public enum Group {
    /** Searches that vary no others. */
    PLAIN,
    /** Updates, and searches with updates between them. */
    UPDATES,
    /** Searches for other prices, or with bundles folded. */
    VARIANTS,
    /** Facets. */
    FACETS,
    /** All matches. */
    EXPORTS,
    /** Conditions on titles, of which every offer has another one. */
    TEXTS,
    /** Changes beside saved searches, and changes of these. */
    SAVED
  }

  /** How a class differs from its base class. */
  public enum Variant {
    /** Not at all. */
    PLAIN(Group.PLAIN),
    /** Prices for another storage, of 5 to 200 GB, which the request names. */
    STORAGE(Group.VARIANTS),
    /** Prices for bids. */
    BID(Group.VARIANTS),
    /** Bundles folded. */
    FOLDED(Group.VARIANTS),
    /** Facets instead of offers; a search by flags alone gets conditions on all three. */
    FACETS(Group.FACETS),
    /** Facets, each for a storage that no other search names. */
    STORAGE_FACETS(Group.FACETS),
    /** Facets that count bundles, with the conditions of {@link #FACETS}. */
    BUNDLE_FACETS(Group.FACETS),
    /** All matches, in any order. */
    ALL(Group.EXPORTS),
    /** One more condition: how the title starts. */
    PREFIX(Group.TEXTS),
    /** One more condition: what the title contains. */
    CONTAINS(Group.TEXTS);

    private final Group group;

    Variant(Group group) {
      this.group = group;
    }
  }

  private final String title;
  private final Group group;
  private final Variant variant;
  private final @Nullable SearchClass base;

  SearchClass(String title, Group group) {
    this.title = title;
    this.group = group;
    this.variant = Variant.PLAIN;
    this.base = null;
  }

  SearchClass(SearchClass base, Variant variant) {
    this.title = base.title;
    this.group = variant.group;
    this.variant = variant;
    this.base = base;
  }

  /** Returns the group of the class. */
  public Group group() {
    return group;
  }

  /** Returns how this class differs from its base. */
  public Variant variant() {
    return variant;
  }

  /** Returns the class whose draws this class varies; a class that varies none is its own base. */
  public SearchClass base() {
    return base == null ? this : base;
  }

  /** Returns whether this class changes no offer. */
  public boolean isSearchOnly() {
    return group != Group.UPDATES;
  }

  /** Returns whether the draws of this class are updates. */
  public boolean isUpdate() {
    return this == U1 || this == U2;
  }

  /** Returns the classes of a group. */
  public static List<SearchClass> of(Group group) {
    return Arrays.stream(values()).filter(kind -> kind.group == group).toList();
  }

  /** Returns the name that tables and plots show. */
  public String label() {
    if (base != null) {
      return base + " " + variant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
    return group == Group.TEXTS || group == Group.SAVED
        ? group.name().toLowerCase(Locale.ROOT) + ": " + title
        : name() + " " + title;
  }
}
