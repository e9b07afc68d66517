package io.offerengine.bench.market;

import java.util.List;

/**
 * A GPU model, and the common properties of machines with it.
 *
 * @param name the name that offers print; variants of one model share it
 * @param architecture {@code nvidia} or {@code amd}
 * @param computeCapability CUDA compute capability x 100; 0 where there is none
 * @param memory of one GPU, MB
 * @param teraflops of one GPU
 * @param memoryBandwidth GB/s, its middle
 * @param performance deep learning score of one GPU, its middle
 * @param watts power limit
 * @param kind which machines hold it
 * @param pcieGeneration the newest that it supports
 * @param price $/hour of one GPU as listed, its median
 * @param spread standard deviation of the price's logarithm
 * @param share of all offers, as a weight
 */
record GpuModel(
    String name,
    String architecture,
    int computeCapability,
    int memory,
    double teraflops,
    double memoryBandwidth,
    double performance,
    double watts,
    Kind kind,
    int pcieGeneration,
    double price,
    double spread,
    double share) {

  private static final int COLUMNS = 14;

  /** Every model of the market: resource {@code gpu-models.csv}, which names its sources. */
  static final List<GpuModel> ALL =
      ResourceTable.read("gpu-models.csv", COLUMNS).stream().map(GpuModel::parse).toList();

  /** The kind of machine that a model is found in. */
  enum Kind {
    /** Servers of datacenter GPUs: A100, H100 and newer. */
    DATACENTER,
    /** Workstations and small servers. */
    WORKSTATION,
    /** Gaming GPUs in racks and at home. */
    CONSUMER
  }

  /** Returns whether machines with it are datacenter servers. */
  boolean isDatacenter() {
    return kind == Kind.DATACENTER;
  }

  /** Returns whether it is an NVIDIA GPU, so that CUDA and its driver apply. */
  boolean isNvidia() {
    return architecture.equals("nvidia");
  }

  private static GpuModel parse(String[] cells) {
    return new GpuModel(
        cells[0],
        cells[1],
        cells[2].isEmpty() ? 0 : Integer.parseInt(cells[2]),
        Integer.parseInt(cells[3]),
        Double.parseDouble(cells[4]),
        Double.parseDouble(cells[5]),
        Double.parseDouble(cells[6]),
        Double.parseDouble(cells[7]),
        Kind.valueOf(cells[8]),
        Integer.parseInt(cells[9]),
        Double.parseDouble(cells[10]),
        Double.parseDouble(cells[11]),
        Double.parseDouble(cells[12]));
  }
}
