package io.offerengine.bench.market;

import java.util.List;

/**
 * A GPU model, and the common properties of machines with it.
 *
 * @param name the name that offers print; variants of one model share it
 * @param architecture {@code nvidia} or {@code amd}
 * @param computeCapability CUDA compute capability x 100; 0 if there is none
 * @param memory of one GPU, MB
 * @param teraflops of one GPU
 * @param memoryBandwidth the median, GB/s
 * @param performance deep learning score of one GPU, the median
 * @param watts power limit
 * @param kind the kind of machines with this model
 * @param pcieGeneration the newest that it supports
 * @param price listed price of one GPU, the median, $/hour
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

  /** The kind of machines that have a model. */
  enum Kind {
    /** Servers of datacenter GPUs: A100, H100 and newer. */
    DATACENTER,
    /** Workstations and small servers. */
    WORKSTATION,
    /** Gaming GPUs in racks and at home. */
    CONSUMER
  }

  /** Returns whether machines with this model are datacenter servers. */
  boolean isDatacenter() {
    return kind == Kind.DATACENTER;
  }

  /** Returns whether this is an NVIDIA GPU, which has a CUDA version. */
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
