package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;

/**
 * The assembly of an offer from its machine and slice.
 *
 * <p>Price, smallest bid, memory, disk space, ports and compute are in proportion to the slice's
 * GPUs. Reliability, connection, storage price, cores, system and driver are those of the machine.
 */
final class OfferAssembly {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private static final Field ASK_CONTRACT_ID = field("ask_contract_id");
  private static final Field GEOLOCODE = field("geolocode");
  private static final Field LOGO = field("logo");
  private static final Field RESOURCE_TYPE = field("resource_type");
  private static final Field GPU_MAX_TEMP = field("gpu_max_temp");
  private static final Field EXPECTED_RELIABILITY = field("expected_reliability");
  private static final Field IS_BID = field("is_bid");

  private static final Distribution HEAT = Distribution.of("gpu_max_temp");

  private static final String LOGO_PATH = "/static/logos/logo_small.png";
  private static final int FIRST_GPU_ID = 40_000;
  private static final int GPU_ID_STRIDE = 17;

  /**
   * Scales the other scores so that the best of 20,000 offers has the measured score, about 500.
   */
  private static final double OTHER_SCORE = 0.4;

  private static final double DEFAULT_STORAGE = 8;
  private static final double HOURS_PER_MONTH = 720;

  private OfferAssembly() {}

  /** Returns a field of the market by its name. */
  static Field field(String name) {
    return SCHEMA.field(name).orElseThrow();
  }

  /** Sets a number unless it is NaN. */
  static void putKnown(Field field, double value, Offer.Builder values) {
    if (!Double.isNaN(value)) {
      values.put(field, value);
    }
  }

  /** Returns the values that the offers of a machine have of its host and its GPU model. */
  static Offer.Builder values(Host host, GpuModel model, long machineId, long hostId) {
    Offer.Builder values = Offer.builder(SCHEMA);
    values.set(MarketplaceSchema.MACHINE_ID, machineId);
    values.set(MarketplaceSchema.HOST_ID, hostId);
    values.set(MarketplaceSchema.RN, 1);
    values.put(IS_BID, false);
    values.put(RESOURCE_TYPE, "gpu");
    values.put(LOGO, LOGO_PATH);
    values.put(EXPECTED_RELIABILITY, 0.0);
    if (host.hostingType() >= 0) {
      values.set(MarketplaceSchema.HOSTING_TYPE, host.hostingType());
    }
    if (host.location() != null) {
      values.set(MarketplaceSchema.GEOLOCATION, host.location());
      values.put(GEOLOCODE, host.geolocode());
    }
    values.set(MarketplaceSchema.GPU_NAME, model.name());
    values.set(MarketplaceSchema.GPU_ARCH, model.architecture());
    values.set(MarketplaceSchema.GPU_RAM, model.memory());
    if (model.computeCapability() > 0) {
      values.set(MarketplaceSchema.COMPUTE_CAP, model.computeCapability());
    }
    return values;
  }

  /** Returns the offer of one slice of a machine. */
  static Offer of(
      Machine machine, Slicing.Slice slice, long id, long bundleId, Occupancy occupancy) {
    Offer whole = machine.values();
    GpuModel model = machine.shape().model();
    double fraction = (double) slice.size() / machine.shape().slicing().gpus();
    Draws draws = Draws.of(id, Draws.Kind.OFFER, whole.integer(MarketplaceSchema.MACHINE_ID));
    Offer.Builder offer = whole.toBuilder();
    offer.set(MarketplaceSchema.ID, id);
    offer.put(ASK_CONTRACT_ID, id);
    offer.set(MarketplaceSchema.BUNDLE_ID, bundleId);
    offer.set(MarketplaceSchema.RENTABLE, occupancy.isRentable(slice));
    offer.set(MarketplaceSchema.RENTED, occupancy.isRented(slice));
    offer.set(MarketplaceSchema.GPU_IDS, gpuIds(machine, slice));
    offer.set(MarketplaceSchema.NUM_GPUS, slice.size());
    offer.set(MarketplaceSchema.GPU_FRAC, fraction);
    offer.set(MarketplaceSchema.TOTAL_FLOPS, model.teraflops() * slice.size());
    double heat = HEAT.at(model.isDatacenter(), draws.unit());
    offer.put(GPU_MAX_TEMP, Math.rint(heat));
    Field memory = MarketplaceSchema.CPU_RAM;
    offer.put(memory, (long) (whole.integer(memory) * fraction));
    Field disk = MarketplaceSchema.DISK_SPACE;
    offer.put(disk, whole.number(disk) * fraction);
    Field ports = MarketplaceSchema.DIRECT_PORT_COUNT;
    offer.put(ports, (long) (whole.integer(ports) * fraction));
    double price = Terms.listed(machine.terms().gpuPrice()) * slice.size();
    offer.set(MarketplaceSchema.DPH_BASE, price);
    offer.set(MarketplaceSchema.MIN_BID, Terms.listed(machine.terms().gpuBid()) * slice.size());
    double doublings = StrictMath.log(slice.size()) / StrictMath.log(2);
    double shared = StrictMath.pow(machine.hardware().scaling(), doublings);
    double measured = draws.between(0.995, 1.005);
    double performance = machine.hardware().performance() * slice.size() * shared * measured;
    offer.set(MarketplaceSchema.DLPERF, performance);
    double luck = draws.between(0.9, 1.1);
    offer.set(MarketplaceSchema.SCORE, score(machine, price, performance, luck));
    return offer.build();
  }

  private static long[] gpuIds(Machine machine, Slicing.Slice slice) {
    long[] gpuIds = new long[slice.size()];
    for (int i = 0; i < gpuIds.length; i++) {
      gpuIds[i] = FIRST_GPU_ID + (long) GPU_ID_STRIDE * machine.index() + slice.firstGpu() + i;
    }
    return gpuIds;
  }

  /** Returns the overall score of a slice by the score of its GPUs; a fit to 48 real offers. */
  private static double score(Machine machine, double price, double performance, double luck) {
    Offer values = machine.values();
    double storage =
        values.number(MarketplaceSchema.STORAGE_COST) * DEFAULT_STORAGE / HOURS_PER_MONTH;
    double perDollar = performance / (price + storage);
    double download = Math.max(values.number(MarketplaceSchema.INET_DOWN), 50);
    double speed = 0.98 + 0.2 * StrictMath.log(download / 182);
    double kind = machine.shape().model().isDatacenter() ? 1 : OTHER_SCORE;
    double reliability = values.number(MarketplaceSchema.RELIABILITY);
    return perDollar * Reputation.multiplier(reliability) * speed * luck * kind;
  }
}
