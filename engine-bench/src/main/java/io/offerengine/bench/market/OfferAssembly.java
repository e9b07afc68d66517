package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The assembly of an offer from its machine and slice.
 *
 * <p>Price, smallest bid, memory, disk space, ports and compute are in proportion to the slice's
 * GPUs. Reliability, connection, storage price, cores, system and driver are those of the machine.
 */
final class OfferAssembly {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  /** The factor that the marketplace derives from reliability. */
  static final Field RELIABILITY_MULT = field("reliability_mult");

  private static final Field ASK_CONTRACT_ID = field("ask_contract_id");
  private static final Field GEOLOCODE = field("geolocode");
  private static final Field VERICODE = field("vericode");
  private static final Field AVAIL_VOL_ASK_ID = field("avail_vol_ask_id");
  private static final Field AVAIL_VOL_DPH = field("avail_vol_dph");
  private static final Field AVAIL_VOL_SIZE = field("avail_vol_size");
  private static final Field GPU_LANES = field("gpu_lanes");
  private static final Field LOGO = field("logo");
  private static final Field PUBLIC_IPADDR = field("public_ipaddr");
  private static final Field RESOURCE_TYPE = field("resource_type");
  private static final Field CPU_NAME = field("cpu_name");
  private static final Field MOBO_NAME = field("mobo_name");
  private static final Field DISK_NAME = field("disk_name");
  private static final Field START_DATE = field("start_date");
  private static final Field GPU_MAX_TEMP = field("gpu_max_temp");
  private static final Field EXPECTED_RELIABILITY = field("expected_reliability");
  private static final Field CREDIT_DISCOUNT_MAX = field("credit_discount_max");
  private static final Field IS_BID = field("is_bid");
  private static final Field IS_VM_DEVERIFIED = field("is_vm_deverified");

  private static final String LOGO_PATH = "/static/logos/logo_small.png";
  private static final int FIRST_GPU_ID = 40_000;
  private static final int GPU_ID_STRIDE = 17;

  private static final Quantiles DATACENTER_HEAT = Quantiles.seven(18, 45, 51, 57, 60, 61, 66);
  private static final Quantiles OTHER_HEAT = Quantiles.seven(22, 38, 47, 56, 64, 71, 86);

  /**
   * Scales the other scores so that the best of 20,000 offers has the measured score, about 500.
   */
  private static final double OTHER_SCORE = 0.4;

  private static final double DEFAULT_STORAGE = 8;
  private static final double HOURS_PER_MONTH = 720;

  private final Machine machine;
  private final Slicing.Slice slice;
  private final Offer.Builder offer = Offer.builder(SCHEMA);

  private OfferAssembly(Machine machine, Slicing.Slice slice) {
    this.machine = machine;
    this.slice = slice;
  }

  /** Returns the offer of one slice of a machine. */
  static Offer of(
      Machine machine, Slicing.Slice slice, long id, long bundleId, Occupancy occupancy) {
    OfferAssembly assembly = new OfferAssembly(machine, slice);
    Draws draws = Draws.of(id, Draws.Kind.OFFER, machine.id());
    assembly.putIdentity(id, bundleId);
    assembly.putState(occupancy);
    assembly.putGpus(draws);
    assembly.putHardware();
    assembly.putNetwork();
    assembly.putTerms();
    assembly.putScore(draws);
    return assembly.offer.build();
  }

  /** Returns the listed price of a slice, $/hour. */
  static double price(Machine machine, Slicing.Slice slice) {
    return Terms.listed(machine.terms().gpuPrice()) * slice.size();
  }

  /** Returns the listed smallest bid for a slice, $/hour. */
  static double bid(Machine machine, Slicing.Slice slice) {
    return Terms.listed(machine.terms().gpuBid()) * slice.size();
  }

  /** Returns the overall score of a slice by the score of its GPUs; a fit to 48 real offers. */
  static double score(Machine machine, Slicing.Slice slice, double performance, double luck) {
    double storage = machine.terms().listedStoragePrice() * DEFAULT_STORAGE / HOURS_PER_MONTH;
    double perDollar = performance / (price(machine, slice) + storage);
    double download = Math.max(machine.network().down(), 50);
    double speed = 0.98 + 0.2 * StrictMath.log(download / 182);
    double kind = machine.shape().model().isDatacenter() ? 1 : OTHER_SCORE;
    return perDollar
        * Reputation.multiplier(machine.reputation().reliability())
        * speed
        * luck
        * kind;
  }

  private void putIdentity(long id, long bundleId) {
    offer.set(MarketplaceSchema.ID, id);
    offer.put(ASK_CONTRACT_ID, id);
    offer.set(MarketplaceSchema.BUNDLE_ID, bundleId);
    offer.set(MarketplaceSchema.MACHINE_ID, machine.id());
    offer.set(MarketplaceSchema.HOST_ID, machine.hostId());
    offer.set(MarketplaceSchema.RN, 1);
    offer.put(IS_BID, false);
    offer.put(RESOURCE_TYPE, "gpu");
    offer.put(LOGO, LOGO_PATH);
    putUnlessNegative(MarketplaceSchema.HOSTING_TYPE, machine.host().hostingType());
    put(MarketplaceSchema.GEOLOCATION, machine.host().location());
    if (machine.host().location() != null) {
      offer.put(GEOLOCODE, machine.host().geolocode());
    }
  }

  private void putState(Occupancy occupancy) {
    Reputation reputation = machine.reputation();
    offer.set(MarketplaceSchema.RENTABLE, occupancy.isRentable(slice));
    offer.set(MarketplaceSchema.RENTED, occupancy.isRented(slice));
    offer.set(MarketplaceSchema.VERIFICATION, reputation.verification());
    offer.put(VERICODE, reputation.verificationCode());
    offer.put(IS_VM_DEVERIFIED, reputation.vmDeverified());
    offer.set(MarketplaceSchema.VMS_ENABLED, reputation.vmsEnabled());
    offer.set(MarketplaceSchema.RELIABILITY, reputation.reliability());
    offer.put(RELIABILITY_MULT, Reputation.multiplier(reputation.reliability()));
    offer.put(EXPECTED_RELIABILITY, 0.0);
    offer.set(MarketplaceSchema.DRIVER_VERSION, reputation.driverVersion());
    put(MarketplaceSchema.CUDA_MAX_GOOD, reputation.cuda());
    put(MarketplaceSchema.OS_VERSION, reputation.systemVersion());
    offer.set(MarketplaceSchema.CPU_ARCH, reputation.cpuArchitecture());
    putUnlessNegative(MarketplaceSchema.HAS_AVX, reputation.hasAvx());
  }

  private void putGpus(Draws draws) {
    GpuModel model = machine.shape().model();
    long[] gpuIds = new long[slice.size()];
    for (int i = 0; i < gpuIds.length; i++) {
      gpuIds[i] = FIRST_GPU_ID + (long) GPU_ID_STRIDE * machine.index() + slice.firstGpu() + i;
    }
    offer.set(MarketplaceSchema.GPU_IDS, gpuIds);
    offer.set(MarketplaceSchema.GPU_NAME, model.name());
    offer.set(MarketplaceSchema.GPU_ARCH, model.architecture());
    offer.set(MarketplaceSchema.GPU_RAM, model.memory());
    offer.set(MarketplaceSchema.NUM_GPUS, slice.size());
    offer.set(MarketplaceSchema.GPU_FRAC, fraction());
    offer.set(MarketplaceSchema.TOTAL_FLOPS, model.teraflops() * slice.size());
    offer.set(MarketplaceSchema.GPU_MEM_BW, machine.hardware().memoryBandwidth());
    offer.set(MarketplaceSchema.GPU_MAX_POWER, machine.hardware().watts());
    offer.set(MarketplaceSchema.GPU_DISPLAY_ACTIVE, machine.hardware().displayActive());
    offer.set(MarketplaceSchema.BW_NVLINK, machine.hardware().nvlink());
    offer.put(GPU_LANES, machine.hardware().lanes());
    Quantiles heat = model.isDatacenter() ? DATACENTER_HEAT : OTHER_HEAT;
    offer.put(GPU_MAX_TEMP, Math.rint(heat.at(draws.unit())));
    if (model.computeCapability() > 0) {
      offer.set(MarketplaceSchema.COMPUTE_CAP, model.computeCapability());
    }
  }

  private void putHardware() {
    Hardware hardware = machine.hardware();
    put(CPU_NAME, hardware.cpuName());
    putUnlessNegative(MarketplaceSchema.CPU_CORES, hardware.cpuCores());
    put(MarketplaceSchema.CPU_GHZ, hardware.cpuGhz());
    offer.set(MarketplaceSchema.CPU_RAM, (long) (hardware.memory() * fraction()));
    offer.set(MarketplaceSchema.DISK_SPACE, hardware.diskSpace() * fraction());
    offer.set(MarketplaceSchema.DISK_BW, hardware.diskBandwidth());
    put(DISK_NAME, hardware.diskName());
    put(MOBO_NAME, hardware.board());
    offer.set(MarketplaceSchema.PCI_GEN, (double) hardware.pcieGeneration());
    put(MarketplaceSchema.PCIE_BW, hardware.pcieBandwidth());
  }

  private void putNetwork() {
    Network network = machine.network();
    offer.set(MarketplaceSchema.INET_DOWN, network.down());
    offer.set(MarketplaceSchema.INET_UP, network.up());
    offer.set(MarketplaceSchema.STATIC_IP, network.staticAddress());
    offer.put(PUBLIC_IPADDR, network.address());
    offer.set(MarketplaceSchema.DIRECT_PORT_COUNT, (long) (network.ports() * fraction()));
  }

  private void putTerms() {
    Terms terms = machine.terms();
    offer.set(MarketplaceSchema.DPH_BASE, price(machine, slice));
    offer.set(MarketplaceSchema.MIN_BID, bid(machine, slice));
    offer.set(MarketplaceSchema.STORAGE_COST, terms.listedStoragePrice());
    offer.set(MarketplaceSchema.INET_UP_COST, terms.traffic().upPerGigabyte());
    offer.set(MarketplaceSchema.INET_DOWN_COST, terms.traffic().downPerGigabyte());
    offer.put(CREDIT_DISCOUNT_MAX, terms.largestCreditDiscount());
    put(MarketplaceSchema.DISCOUNT_RATE, terms.discountRate());
    put(START_DATE, terms.start());
    put(MarketplaceSchema.END_DATE, terms.end());
    if (!Double.isNaN(terms.volumeSpace())) {
      int lastPosition = machine.firstPosition() + machine.shape().slicing().count() - 1;
      offer.put(AVAIL_VOL_ASK_ID, OfferIds.ofVolume(lastPosition));
      offer.put(AVAIL_VOL_DPH, terms.listedVolumePrice());
      offer.put(AVAIL_VOL_SIZE, terms.volumeSpace());
    }
  }

  private void putScore(Draws draws) {
    Hardware hardware = machine.hardware();
    double doublings = StrictMath.log(slice.size()) / StrictMath.log(2);
    double shared = StrictMath.pow(hardware.scaling(), doublings);
    double measured = draws.between(0.995, 1.005);
    double performance = hardware.performance() * slice.size() * shared * measured;
    offer.set(MarketplaceSchema.DLPERF, performance);
    double luck = draws.between(0.9, 1.1);
    offer.set(MarketplaceSchema.SCORE, score(machine, slice, performance, luck));
  }

  private double fraction() {
    return (double) slice.size() / machine.shape().slicing().gpus();
  }

  private void put(Field field, double value) {
    if (!Double.isNaN(value)) {
      offer.put(field, value);
    }
  }

  private void put(Field field, @Nullable String value) {
    if (value != null) {
      offer.put(field, value);
    }
  }

  private void putUnlessNegative(Field field, int value) {
    if (value >= 0) {
      offer.put(field, value);
    }
  }

  private static Field field(String name) {
    return SCHEMA.field(name).orElseThrow();
  }
}
