package io.offerengine.bench.market;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A GPU driver and the CUDA version that it supports.
 *
 * @param version as offers print it
 * @param cuda the largest CUDA version
 * @param datacenterWeight its weight among datacenter GPUs
 * @param otherWeight its weight among all others
 */
record Driver(String version, double cuda, double datacenterWeight, double otherWeight) {
  private static final int COLUMNS = 4;

  /** GPUs of at least this compute capability need CUDA 12.8. */
  private static final int BLACKWELL = 1000;

  private static final double BLACKWELL_CUDA = 12.8;

  /** The drivers after that of CUDA 13.0 do not support GPUs below this compute capability. */
  private static final int TURING = 750;

  private static final double LAST_CUDA_BEFORE_TURING = 13.0;

  private static final List<Driver> ALL =
      ResourceTable.read("drivers.csv", COLUMNS).stream().map(Driver::parse).toList();
  private static final List<Shares<Driver>> DATACENTER = classes(Driver::datacenterWeight);
  private static final List<Shares<Driver>> OTHERS = classes(Driver::otherWeight);

  /** The driver of AMD GPUs, which have no CUDA version. */
  static final String AMD_VERSION = "6.12.12";

  /** Returns the drivers of machines with a GPU model. */
  static Shares<Driver> of(GpuModel model) {
    int capability = model.computeCapability();
    return (model.isDatacenter() ? DATACENTER : OTHERS)
        .get(capability >= BLACKWELL ? 2 : capability >= TURING ? 1 : 0);
  }

  /** Returns the driver's major version. */
  int major() {
    return Integer.parseInt(version.substring(0, version.indexOf('.')));
  }

  /** Returns the drivers of old GPUs, of those since Turing, and of those since Blackwell. */
  private static List<Shares<Driver>> classes(ToDoubleFunction<Driver> weight) {
    return Stream.of(0, TURING, BLACKWELL)
        .map(least -> ALL.stream().filter(driver -> driver.supports(least)).toList())
        .map(drivers -> Shares.of(drivers, weight))
        .toList();
  }

  private boolean supports(int capability) {
    return capability >= BLACKWELL
        ? cuda >= BLACKWELL_CUDA
        : capability >= TURING || cuda <= LAST_CUDA_BEFORE_TURING;
  }

  private static Driver parse(String[] cells) {
    return new Driver(
        cells[0],
        Double.parseDouble(cells[1]),
        Double.parseDouble(cells[2]),
        Double.parseDouble(cells[3]));
  }
}
