package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.List;

/**
 * The hardware of a machine except its GPU model.
 *
 * @param performance deep learning score of one GPU alone
 * @param scaling the factor by which doubling the GPUs reduces the score of each
 */
record Hardware(double performance, double scaling) {
  private static final int CPU_COLUMNS = 4;
  private static final int PART_COLUMNS = 2;
  private static final List<String[]> CPUS = ResourceTable.read("cpu-models.csv", CPU_COLUMNS);
  private static final Shares<String[]> DATACENTER_CPUS = cpus("DATACENTER");
  private static final Shares<String[]> OTHER_CPUS = cpus("CONSUMER");

  /** The MB of memory that offers state for a GiB: 128,894 for 128 GiB. */
  private static final double MEGABYTES_PER_GIB = 1006.98;

  private static final int MOST_LANES = 16;
  private static final double MOST_GIB = 3072;

  private static final List<String> BOARDS = parts("BOARD");
  private static final List<String> DISKS = parts("DISK");

  private static final Distribution VIRTUAL_CORES = Distribution.of("virtual_cores");
  private static final Distribution CPU_GHZ = Distribution.of("cpu_ghz");
  private static final Distribution DISK_BANDWIDTH = Distribution.of("disk_bw");
  private static final Distribution GIB_PER_GPU = Distribution.of("gib_per_gpu");
  private static final Distribution DISK_PER_GPU = Distribution.of("disk_per_gpu");
  private static final Distribution PERFORMANCE = Distribution.of("performance");
  private static final Distribution SCALING = Distribution.of("scaling");

  /** By the generation of the bus, from {@link #OLDEST_GENERATION} on. */
  private static final List<Distribution> PCIE_BANDWIDTHS =
      List.of(
          Distribution.of("pcie_bw_3"), Distribution.of("pcie_bw_4"), Distribution.of("pcie_bw_5"));

  private static final int OLDEST_GENERATION = 3;

  private static final Field CPU_NAME = OfferAssembly.field("cpu_name");
  private static final Field DISK_NAME = OfferAssembly.field("disk_name");
  private static final Field BOARD = OfferAssembly.field("mobo_name");
  private static final Field LANES = OfferAssembly.field("gpu_lanes");

  /** Draws the hardware of a machine. */
  static Hardware draw(Draws draws, MachineShape shape, Offer.Builder values) {
    GpuModel model = shape.model();
    boolean datacenter = model.isDatacenter();
    int gpus = shape.slicing().gpus();
    String[] cpu = (datacenter ? DATACENTER_CPUS : OTHER_CPUS).at(draws.unit());
    boolean virtual = draws.chance(0.6) && datacenter && gpus <= 2;
    double virtualCores = VIRTUAL_CORES.at(datacenter, draws.unit());
    int generation = generation(draws, model);
    int lanes = lanes(draws, datacenter);
    if (!draws.chance(0.015)) {
      values.put(CPU_NAME, cpu[0]);
    }
    int cores = virtual ? (int) virtualCores : Integer.parseInt(cpu[1]);
    if (!draws.chance(0.005)) {
      values.set(MarketplaceSchema.CPU_CORES, cores);
    }
    OfferAssembly.putKnown(MarketplaceSchema.CPU_GHZ, ghz(draws, datacenter), values);
    values.set(MarketplaceSchema.CPU_RAM, memory(draws, datacenter, gpus));
    values.set(MarketplaceSchema.DISK_SPACE, diskSpace(draws, datacenter, gpus));
    double bandwidth = DISK_BANDWIDTH.at(datacenter, draws.unit());
    values.set(MarketplaceSchema.DISK_BW, Math.rint(bandwidth * 10) / 10);
    if (!draws.chance(0.012)) {
      values.put(DISK_NAME, DISKS.get(draws.below(DISKS.size())));
    }
    if (!draws.chance(0.35)) {
      values.put(BOARD, BOARDS.get(draws.below(BOARDS.size())));
    }
    values.put(LANES, lanes);
    values.set(MarketplaceSchema.PCI_GEN, (double) generation);
    double pcie = pcieBandwidth(draws, datacenter, generation, lanes);
    OfferAssembly.putKnown(MarketplaceSchema.PCIE_BW, pcie, values);
    values.set(MarketplaceSchema.BW_NVLINK, nvlink(draws, model, gpus));
    double memory = model.memoryBandwidth() * draws.between(0.985, 1.015);
    values.set(MarketplaceSchema.GPU_MEM_BW, Math.rint(memory * 10) / 10);
    values.set(MarketplaceSchema.GPU_MAX_POWER, watts(draws, model));
    values.set(MarketplaceSchema.GPU_DISPLAY_ACTIVE, draws.chance(0.02) && !datacenter);
    return new Hardware(performance(draws, model), SCALING.at(datacenter, draws.unit()));
  }

  private static Shares<String[]> cpus(String kind) {
    return Shares.of(
        CPUS.stream().filter(row -> row[2].equals(kind)).toList(),
        row -> Double.parseDouble(row[3]));
  }

  private static List<String> parts(String kind) {
    return ResourceTable.read("parts.csv", PART_COLUMNS).stream()
        .filter(row -> row[0].equals(kind))
        .map(row -> row[1])
        .toList();
  }

  private static double ghz(Draws draws, boolean datacenter) {
    double ghz = CPU_GHZ.at(datacenter, draws.unit());
    double steps = draws.chance(0.65) ? 10 : 1e6;
    double rounded = Math.rint(ghz * steps) / steps;
    return draws.chance(0.005) ? Double.NaN : rounded;
  }

  private static long memory(Draws draws, boolean datacenter, int gpus) {
    double gib = GIB_PER_GPU.at(datacenter, draws.unit());
    double whole = Math.min(gib * gpus, MOST_GIB) * MEGABYTES_PER_GIB;
    return (long) (whole - draws.below(160));
  }

  private static double diskSpace(Draws draws, boolean datacenter, int gpus) {
    double perGpu = DISK_PER_GPU.at(datacenter, draws.unit());
    double steps = draws.chance(0.6) ? 1 : draws.chance(0.5) ? 10 : 1e9;
    return Math.rint(perGpu * gpus * steps) / steps;
  }

  private static int generation(Draws draws, GpuModel model) {
    boolean newest = draws.chance(model.isDatacenter() ? 0.96 : 0.62);
    return newest || model.pcieGeneration() == OLDEST_GENERATION
        ? model.pcieGeneration()
        : model.pcieGeneration() - 1;
  }

  private static int lanes(Draws draws, boolean datacenter) {
    double rank = draws.unit();
    if (datacenter || rank < 0.86) {
      return MOST_LANES;
    }
    return rank < 0.95 ? 8 : rank < 0.98 ? 4 : 1;
  }

  private static double pcieBandwidth(Draws draws, boolean datacenter, int generation, int lanes) {
    Distribution bandwidths = PCIE_BANDWIDTHS.get(generation - OLDEST_GENERATION);
    double reached = bandwidths.at(datacenter, draws.unit());
    double bandwidth = Math.rint(reached * lanes / MOST_LANES * 10) / 10;
    return draws.chance(0.005) ? Double.NaN : bandwidth;
  }

  private static double nvlink(Draws draws, GpuModel model, int gpus) {
    double rank = draws.unit();
    if (model.name().endsWith(" NVL")) {
      return rank < 0.75 ? 318.7440185546875 : 0;
    }
    if (model.isDatacenter()) {
      boolean has = rank < 0.62 && !model.name().endsWith("PCIE");
      return has ? model.computeCapability() == 800 ? 300 : 478.1160888671875 : 0;
    }
    boolean bridged = model.name().startsWith("RTX 3090") || model.name().startsWith("RTX A6000");
    return gpus > 1 && bridged && rank < 0.12 ? rank < 0.09 ? 56.248 : 154.686 : 0;
  }

  private static double watts(Draws draws, GpuModel model) {
    boolean limited = draws.chance(model.isDatacenter() ? 0.02 : 0.2);
    double share = draws.between(0.65, 0.95);
    return limited ? Math.rint(model.watts() * share / 10) * 10 : model.watts();
  }

  private static double performance(Draws draws, GpuModel model) {
    double rank = draws.unit();
    double share = model.isDatacenter() ? PERFORMANCE.at(true, rank) : 0.93 + 0.12 * rank;
    return model.performance() * share;
  }
}
