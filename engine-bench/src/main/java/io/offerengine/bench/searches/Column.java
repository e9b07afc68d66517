package io.offerengine.bench.searches;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import java.util.Locale;

/** The thirty columns that every peer holds. */
public enum Column {
  /** Identifier, the last key of every order. */
  ID(Kind.INTEGER, MarketplaceSchema.ID),
  /** Bundle, by which a search folds. */
  BUNDLE_ID(Kind.INTEGER, MarketplaceSchema.BUNDLE_ID),
  /** Machine. */
  MACHINE_ID(Kind.INTEGER, MarketplaceSchema.MACHINE_ID),
  /** Host. */
  HOST_ID(Kind.INTEGER, MarketplaceSchema.HOST_ID),
  /** Whether the machine was checked. */
  VERIFIED(Kind.FLAG, MarketplaceSchema.VERIFIED),
  /** Whether it can be rented. */
  RENTABLE(Kind.FLAG, MarketplaceSchema.RENTABLE),
  /** Whether it is rented. */
  RENTED(Kind.FLAG, MarketplaceSchema.RENTED),
  /** Whether its address is static. */
  STATIC_IP(Kind.FLAG, MarketplaceSchema.STATIC_IP),
  /** GPU model. */
  GPU_NAME(Kind.TEXT, MarketplaceSchema.GPU_NAME),
  /** Location. */
  GEOLOCATION(Kind.TEXT, MarketplaceSchema.GEOLOCATION),
  /** Number of GPUs. */
  NUM_GPUS(Kind.INTEGER, MarketplaceSchema.NUM_GPUS),
  /** Memory of a GPU, MB. */
  GPU_RAM(Kind.INTEGER, MarketplaceSchema.GPU_RAM),
  /** Compute capability times 100. */
  COMPUTE_CAP(Kind.INTEGER, MarketplaceSchema.COMPUTE_CAP),
  /** Memory, MB. */
  CPU_RAM(Kind.INTEGER, MarketplaceSchema.CPU_RAM),
  /** Cores of the machine. */
  CPU_CORES(Kind.INTEGER, MarketplaceSchema.CPU_CORES),
  /** Download bandwidth. */
  INET_DOWN(Kind.NUMBER, MarketplaceSchema.INET_DOWN),
  /** Upload bandwidth. */
  INET_UP(Kind.NUMBER, MarketplaceSchema.INET_UP),
  /** Download price. */
  INET_DOWN_COST(Kind.NUMBER, MarketplaceSchema.INET_DOWN_COST),
  /** Disk space, GB. */
  DISK_SPACE(Kind.NUMBER, MarketplaceSchema.DISK_SPACE),
  /** Disk bandwidth. */
  DISK_BW(Kind.NUMBER, MarketplaceSchema.DISK_BW),
  /** Reliability, 0 to 1. */
  RELIABILITY(Kind.NUMBER, MarketplaceSchema.RELIABILITY),
  /** Largest CUDA version. */
  CUDA_MAX_GOOD(Kind.NUMBER, MarketplaceSchema.CUDA_MAX_GOOD),
  /** Compute of all GPUs. */
  TOTAL_FLOPS(Kind.NUMBER, MarketplaceSchema.TOTAL_FLOPS),
  /** Deep learning score. */
  DLPERF(Kind.NUMBER, MarketplaceSchema.DLPERF),
  /** Overall score. */
  SCORE(Kind.NUMBER, MarketplaceSchema.SCORE),
  /** List price, $/hour. */
  DPH_BASE(Kind.NUMBER, MarketplaceSchema.DPH_BASE),
  /** Smallest bid, $/hour. */
  MIN_BID(Kind.NUMBER, MarketplaceSchema.MIN_BID),
  /** Price of storage, $/GB/month. */
  STORAGE_COST(Kind.NUMBER, MarketplaceSchema.STORAGE_COST),
  /** Total price: stored for a search on demand with 8 GB, computed for any other. */
  DPH_TOTAL(Kind.NUMBER, MarketplaceSchema.DPH_TOTAL),
  /** Score per total price: stored and computed as {@link #DPH_TOTAL}. */
  DLPERF_PER_DPHTOTAL(Kind.NUMBER, MarketplaceSchema.DLPERF_PER_DPHTOTAL);

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

  @SuppressWarnings("ImmutableEnumChecker") // a field of a schema is immutable
  private final Field field;

  private final String label;

  Column(Kind kind, Field field) {
    this.kind = kind;
    this.field = field;
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

  /** Returns the field of the engine's schema. */
  public Field field() {
    return field;
  }

  /** Returns the name of the column in the API document. */
  public String label() {
    return label;
  }

  /** Returns whether the values depend on the type and the storage of a search. */
  public boolean isPriced() {
    return this == DPH_TOTAL || this == DLPERF_PER_DPHTOTAL;
  }
}
