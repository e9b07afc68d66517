package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.util.Set;

/**
 * A peer that holds the columns of a market. Unless it says otherwise, the table decides the
 * conditions of updates, and there are no facets and no variants of searches.
 */
abstract class TablePeer implements Peer {
  /** The numeric columns that searches filter or order by, which have an index. */
  static final Set<Column> INDEXED =
      Set.of(
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
          Column.DLPERF_PER_DPHTOTAL);

  final MarketTable table;

  /** Creates a peer with a copy of the columns that updates change. */
  TablePeer(MarketTable shared) {
    this.table = shared.copy();
  }

  @Override
  public boolean answers(SearchClass kind) {
    return switch (kind.group()) {
      case FACETS, VARIANTS, SAVED -> false;
      default -> true;
    };
  }

  @Override
  public boolean updateIf(PriceChange change) throws Exception {
    boolean applies = table.isFree(change);
    if (applies) {
      update(change);
    }
    return applies;
  }
}
