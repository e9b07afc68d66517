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

  /** Cores of small datacenter machines, which often are virtual machines. */
  private static final Shares<Double> VIRTUAL_CORES =
      Shares.ofPairs(30, 12, 15, 26, 20, 40, 35, 52);

  // Quantiles of 48 H100 offers and of 27 offers of many models (2026); minima of the latter set.
  private static final Quantiles DATACENTER_GHZ =
      Quantiles.seven(1.318859, 2, 2.5, 3, 3.7, 3.8, 4.1);
  private static final Quantiles OTHER_GHZ = Quantiles.seven(1.2, 2, 2.4, 3.2, 3.8, 4.7, 5.3);
  private static final Quantiles DATACENTER_DISK_BANDWIDTH =
      Quantiles.seven(266.84, 1669, 3386, 4318, 5070, 6662, 33894.4);
  private static final Quantiles OTHER_DISK_BANDWIDTH =
      Quantiles.five(210, 1253, 3241, 7244, 10480);

  /** From 48 H100 offers, most of them of this generation. */
  private static final Quantiles PCIE_5 =
      Quantiles.ofPairs(0, 36, .05, 47, .1, 48.3, .2, 52.6, .5, 52.8, .75, 54.1, .9, 54.9, 1, 55);

  private static final Quantiles PCIE_4 = Quantiles.five(19, 22.5, 24.5, 26.3, 26.9);
  private static final Quantiles PCIE_3 = Quantiles.five(11, 12.1, 12.5, 12.9, 13.1);

  // For one GPU. The values are chosen so that the offers of all sizes have the real quantiles.
  private static final Shares<Double> DATACENTER_GIB_PER_GPU =
      Shares.ofPairs(16, 128, 22, 192, 18, 224, 20, 256, 14, 288, 4, 320, 6, 384);
  private static final Shares<Double> OTHER_GIB_PER_GPU =
      Shares.ofPairs(15, 16, 9, 24, 17, 32, 27, 64, 8, 96, 19, 128, 2, 192, 3, 256);
  private static final Quantiles DATACENTER_DISK_PER_GPU =
      Quantiles.seven(11.5, 45, 170, 430, 780, 1500, 3061);
  private static final Quantiles OTHER_DISK_PER_GPU =
      Quantiles.seven(30, 140, 230, 340, 560, 950, 2968);

  /** Offers of one H100 score 224 to 378. In slices of eight, a GPU may score only 121. */
  private static final Quantiles DATACENTER_PERFORMANCE =
      Quantiles.seven(0.67, 0.79, 0.93, 1.04, 1.08, 1.13, 1.15);

  private static final Shares<Double> SCALING =
      Shares.ofPairs(40, 0.99, 30, 0.96, 20, 0.92, 10, 0.8);

  /** The MB of memory that offers state for a GiB: 128,894 for 128 GiB. */
  private static final double MEGABYTES_PER_GIB = 1006.98;

  private static final int MOST_LANES = 16;
  private static final double MOST_GIB = 3072;

  private static final List<String> BOARDS = parts("BOARD");
  private static final List<String> DISKS = parts("DISK");

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
    double virtualCores = VIRTUAL_CORES.at(draws.unit());
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
    Quantiles bandwidth = datacenter ? DATACENTER_DISK_BANDWIDTH : OTHER_DISK_BANDWIDTH;
    values.set(MarketplaceSchema.DISK_BW, Math.rint(bandwidth.at(draws.unit()) * 10) / 10);
    if (!draws.chance(0.012)) {
      values.put(DISK_NAME, DISKS.get(draws.below(DISKS.size())));
    }
    if (!draws.chance(0.35)) {
      values.put(BOARD, BOARDS.get(draws.below(BOARDS.size())));
    }
    values.put(LANES, lanes);
    values.set(MarketplaceSchema.PCI_GEN, (double) generation);
    double pcie = pcieBandwidth(draws, generation, lanes);
    OfferAssembly.putKnown(MarketplaceSchema.PCIE_BW, pcie, values);
    values.set(MarketplaceSchema.BW_NVLINK, nvlink(draws, model, gpus));
    double memory = model.memoryBandwidth() * draws.between(0.985, 1.015);
    values.set(MarketplaceSchema.GPU_MEM_BW, Math.rint(memory * 10) / 10);
    values.set(MarketplaceSchema.GPU_MAX_POWER, watts(draws, model));
    values.set(MarketplaceSchema.GPU_DISPLAY_ACTIVE, draws.chance(0.02) && !datacenter);
    return new Hardware(performance(draws, model), SCALING.at(draws.unit()));
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
    double ghz = (datacenter ? DATACENTER_GHZ : OTHER_GHZ).at(draws.unit());
    double steps = draws.chance(0.65) ? 10 : 1e6;
    double rounded = Math.rint(ghz * steps) / steps;
    return draws.chance(0.005) ? Double.NaN : rounded;
  }

  private static long memory(Draws draws, boolean datacenter, int gpus) {
    double gib = (datacenter ? DATACENTER_GIB_PER_GPU : OTHER_GIB_PER_GPU).at(draws.unit());
    double whole = Math.min(gib * gpus, MOST_GIB) * MEGABYTES_PER_GIB;
    return (long) (whole - draws.below(160));
  }

  private static double diskSpace(Draws draws, boolean datacenter, int gpus) {
    double rank = draws.unit();
    double perGpu = (datacenter ? DATACENTER_DISK_PER_GPU : OTHER_DISK_PER_GPU).at(rank);
    double steps = draws.chance(0.6) ? 1 : draws.chance(0.5) ? 10 : 1e9;
    return Math.rint(perGpu * gpus * steps) / steps;
  }

  private static int generation(Draws draws, GpuModel model) {
    boolean newest = draws.chance(model.isDatacenter() ? 0.96 : 0.62);
    return newest || model.pcieGeneration() == 3
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

  private static double pcieBandwidth(Draws draws, int generation, int lanes) {
    Quantiles full = generation == 5 ? PCIE_5 : generation == 4 ? PCIE_4 : PCIE_3;
    double reached = full.at(draws.unit());
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
    double share = model.isDatacenter() ? DATACENTER_PERFORMANCE.at(rank) : 0.93 + 0.12 * rank;
    return model.performance() * share;
  }
}
