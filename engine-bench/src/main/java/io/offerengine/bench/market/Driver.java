package io.offerengine.bench.market;

import java.util.ArrayList;
import java.util.List;

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
  private static final List<Shares<Driver>> DATACENTER = byCapability(true);
  private static final List<Shares<Driver>> OTHERS = byCapability(false);

  /** The driver of AMD GPUs, which have no CUDA version. */
  static final String AMD_VERSION = "6.12.12";

  /** Returns the drivers of machines with a GPU model. */
  static Shares<Driver> of(GpuModel model) {
    List<Shares<Driver>> classes = model.isDatacenter() ? DATACENTER : OTHERS;
    if (model.computeCapability() >= BLACKWELL) {
      return classes.get(2);
    }
    return classes.get(model.computeCapability() >= TURING ? 1 : 0);
  }

  /** Returns the driver's major version. */
  int major() {
    return Integer.parseInt(version.substring(0, version.indexOf('.')));
  }

  private static List<Shares<Driver>> byCapability(boolean datacenter) {
    List<Driver> old = new ArrayList<>();
    List<Driver> recent = new ArrayList<>();
    for (Driver driver : ALL) {
      if (driver.cuda <= LAST_CUDA_BEFORE_TURING) {
        old.add(driver);
      }
      if (driver.cuda >= BLACKWELL_CUDA) {
        recent.add(driver);
      }
    }
    return List.of(weighed(old, datacenter), weighed(ALL, datacenter), weighed(recent, datacenter));
  }

  private static Shares<Driver> weighed(List<Driver> drivers, boolean datacenter) {
    return Shares.of(drivers, datacenter ? Driver::datacenterWeight : Driver::otherWeight);
  }

  private static Driver parse(String[] cells) {
    return new Driver(
        cells[0],
        Double.parseDouble(cells[1]),
        Double.parseDouble(cells[2]),
        Double.parseDouble(cells[3]));
  }
}
