package io.offerengine.bench.market;

import java.util.List;

/**
 * The shape of a machine: its GPU model and its slices, which decide its number of offers.
 *
 * <p>A shape is drawn separately, so that the market can be laid out without drawing machines.
 *
 * @param model the GPU model
 * @param slicing how its GPUs are cut into offers
 */
record MachineShape(GpuModel model, Slicing slicing) {
  private static final Distribution GPUS = Distribution.of("gpus");

  private static final double WHOLE_ONLY = 0.06;
  private static final double CHUNKS_OF_TWO = 0.05;
  private static final double CHUNKS_OF_FOUR = 0.04;

  private static final Shares<GpuModel> DATACENTER_MODELS = machinesOf(true);
  private static final Shares<GpuModel> OTHER_MODELS = machinesOf(false);

  /** The share of machines that are datacenter servers. */
  static final double DATACENTER_SHARE = datacenterShare();

  /** How often a machine has the most frequent GPU model of its host. */
  private static final double HOST_MODEL = 0.7;

  /** Returns the shape of one of a host's machines. */
  static MachineShape draw(Draws draws, Host host) {
    boolean likeHost = draws.chance(HOST_MODEL);
    GpuModel other = drawModel(draws, host.model().isDatacenter());
    GpuModel model = likeHost ? host.model() : other;
    int gpus = (int) GPUS.at(model.isDatacenter(), draws.unit());
    return new MachineShape(model, Slicing.of(gpus, chunk(draws.unit(), gpus)));
  }

  /** Returns the GPU model of a machine, by its share of all machines of its kind. */
  static GpuModel drawModel(Draws draws, boolean datacenter) {
    return (datacenter ? DATACENTER_MODELS : OTHER_MODELS).at(draws.unit());
  }

  private static int chunk(double rank, int gpus) {
    if (rank < WHOLE_ONLY) {
      return gpus;
    }
    if (rank < WHOLE_ONLY + CHUNKS_OF_TWO) {
      return Math.min(2, gpus);
    }
    return rank < WHOLE_ONLY + CHUNKS_OF_TWO + CHUNKS_OF_FOUR ? Math.min(4, gpus) : 1;
  }

  private static Shares<GpuModel> machinesOf(boolean datacenter) {
    List<GpuModel> models =
        GpuModel.ALL.stream().filter(model -> model.isDatacenter() == datacenter).toList();
    return Shares.of(models, GpuModel::share);
  }

  private static double datacenterShare() {
    double datacenter = machines(true);
    return datacenter / (datacenter + machines(false));
  }

  /** Returns a number in proportion to the machines that make a kind's share of offers. */
  private static double machines(boolean datacenter) {
    double offers = 0;
    for (GpuModel model : GpuModel.ALL) {
      offers += model.isDatacenter() == datacenter ? model.share() : 0;
    }
    return offers / GPUS.shares(datacenter).mean(MachineShape::offers);
  }

  /** Returns the mean number of offers of a machine by its number of GPUs. */
  private static double offers(double size) {
    int gpus = (int) size;
    double chunksOfOne = 1 - WHOLE_ONLY - CHUNKS_OF_TWO - CHUNKS_OF_FOUR;
    return WHOLE_ONLY
        + CHUNKS_OF_TWO * Slicing.of(gpus, Math.min(2, gpus)).count()
        + CHUNKS_OF_FOUR * Slicing.of(gpus, Math.min(4, gpus)).count()
        + chunksOfOne * Slicing.of(gpus, 1).count();
  }
}
