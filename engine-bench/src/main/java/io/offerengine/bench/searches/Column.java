package io.offerengine.bench.searches;

import java.util.Locale;

/** The columns that every peer holds. */
public enum Column {
  /** Identifier, the last key of every order. */
  ID(Kind.INTEGER),
  /** Bundle, by which a search folds. */
  BUNDLE_ID(Kind.INTEGER),
  /** Machine. */
  MACHINE_ID(Kind.INTEGER),
  /** Host. */
  HOST_ID(Kind.INTEGER),
  /** Whether the machine was checked. */
  VERIFIED(Kind.FLAG),
  /** Whether it can be rented. */
  RENTABLE(Kind.FLAG),
  /** Whether it is rented. */
  RENTED(Kind.FLAG),
  /** Whether its address is static. */
  STATIC_IP(Kind.FLAG),
  /** GPU model. */
  GPU_NAME(Kind.TEXT),
  /** Location. */
  GEOLOCATION(Kind.TEXT),
  /** Number of GPUs. */
  NUM_GPUS(Kind.INTEGER),
  /** Memory of a GPU, MB. */
  GPU_RAM(Kind.INTEGER),
  /** Compute capability times 100. */
  COMPUTE_CAP(Kind.INTEGER),
  /** Memory, MB. */
  CPU_RAM(Kind.INTEGER),
  /** Cores of the machine. */
  CPU_CORES(Kind.INTEGER),
  /** Download bandwidth. */
  INET_DOWN(Kind.NUMBER),
  /** Upload bandwidth. */
  INET_UP(Kind.NUMBER),
  /** Download price. */
  INET_DOWN_COST(Kind.NUMBER),
  /** Disk space, GB. */
  DISK_SPACE(Kind.NUMBER),
  /** Disk bandwidth. */
  DISK_BW(Kind.NUMBER),
  /** Reliability, 0 to 1. */
  RELIABILITY(Kind.NUMBER),
  /** Largest CUDA version. */
  CUDA_MAX_GOOD(Kind.NUMBER),
  /** Compute of all GPUs. */
  TOTAL_FLOPS(Kind.NUMBER),
  /** Deep learning score. */
  DLPERF(Kind.NUMBER),
  /** Overall score. */
  SCORE(Kind.NUMBER),
  /** List price, $/hour. */
  DPH_BASE(Kind.NUMBER),
  /** Smallest bid, $/hour. */
  MIN_BID(Kind.NUMBER),
  /** Price of storage, $/GB/month. */
  STORAGE_COST(Kind.NUMBER),
  /** Total price: stored for a search on demand with 8 GB, computed for any other. */
  DPH_TOTAL(Kind.NUMBER),
  /** Score per total price: stored and computed as {@link #DPH_TOTAL}. */
  DLPERF_PER_DPHTOTAL(Kind.NUMBER),
  /** Title, another one for each offer; absent in the marketplace's schema. */
  TITLE(Kind.TEXT);

  /** The types of the values of columns. */
  public enum Kind {
    /** True and false, never absent. */
    FLAG,
    /** Whole numbers; absent ones are NaN. */
    INTEGER,
    /** Doubles; absent ones are NaN. */
    NUMBER,
    /** Texts, held as codes of a dictionary; absent ones are null. */
    TEXT
  }

  private final Kind kind;

  private final String label;

  Column(Kind kind) {
    this.kind = kind;
    this.label = name().toLowerCase(Locale.ROOT);
  }

  /** Returns the type of the values. */
  public Kind kind() {
    return kind;
  }

  /** Returns the index of the column's array in a table. */
  @SuppressWarnings("EnumOrdinal") // nothing else depends on it
  public int index() {
    return ordinal();
  }

  /** Returns the name of the column, which is that of the field too. */
  public String label() {
    return label;
  }

  /** Returns whether the values depend on the type and the storage of a search. */
  public boolean isPriced() {
    return this == DPH_TOTAL || this == DLPERF_PER_DPHTOTAL;
  }
}
