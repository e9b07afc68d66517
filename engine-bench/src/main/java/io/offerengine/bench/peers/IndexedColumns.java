package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The numeric columns that searches filter or order by, which peers index. */
final class IndexedColumns {
  /** The columns that searches filter or order by. */
  static final Set<Column> NUMBERS =
      Collections.unmodifiableSet(
          EnumSet.of(
              Column.NUM_GPUS,
              Column.GPU_RAM,
              Column.CPU_RAM,
              Column.INET_DOWN,
              Column.DISK_SPACE,
              Column.RELIABILITY,
              Column.CUDA_MAX_GOOD,
              Column.TOTAL_FLOPS,
              Column.DLPERF,
              Column.SCORE,
              Column.DPH_TOTAL,
              Column.DLPERF_PER_DPHTOTAL));

  /** The columns that searches order by; every offer of the market has a value. */
  static final Set<Column> KEYS =
      Collections.unmodifiableSet(
          EnumSet.of(Column.NUM_GPUS, Column.SCORE, Column.DPH_TOTAL, Column.DLPERF_PER_DPHTOTAL));

  private IndexedColumns() {}
}
