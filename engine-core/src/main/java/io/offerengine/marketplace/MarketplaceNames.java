package io.offerengine.marketplace;

import static io.offerengine.marketplace.MarketplaceSchema.COMPUTE_CAP;
import static io.offerengine.marketplace.MarketplaceSchema.CPU_RAM;
import static io.offerengine.marketplace.MarketplaceSchema.CUDA_MAX_GOOD;
import static io.offerengine.marketplace.MarketplaceSchema.DLPERF_PER_DPHTOTAL;
import static io.offerengine.marketplace.MarketplaceSchema.DPH_TOTAL;
import static io.offerengine.marketplace.MarketplaceSchema.EXPECTED_RELIABILITY;
import static io.offerengine.marketplace.MarketplaceSchema.FLOPS_PER_DPHTOTAL;
import static io.offerengine.marketplace.MarketplaceSchema.GEOLOCATION;
import static io.offerengine.marketplace.MarketplaceSchema.GPU_DISPLAY_ACTIVE;
import static io.offerengine.marketplace.MarketplaceSchema.GPU_RAM;
import static io.offerengine.marketplace.MarketplaceSchema.GPU_TOTAL_RAM;
import static io.offerengine.marketplace.MarketplaceSchema.NUM_GPUS;
import static io.offerengine.marketplace.MarketplaceSchema.OS_VERSION;
import static io.offerengine.marketplace.MarketplaceSchema.RELIABILITY;
import static io.offerengine.marketplace.MarketplaceSchema.RELIABILITY2;

import io.offerengine.schema.Schema;

/**
 * What clients of the marketplace call things beside the names of the fields. Except for {@code
 * ubuntu_version}, none of these names is documented; programs send them.
 */
final class MarketplaceNames {
  private static final int MEGABYTES_PER_GIGABYTE = 1_000;

  private MarketplaceNames() {}

  /** Adds the names to the schema. */
  static Schema.Builder addTo(Schema.Builder offers) {
    return offers
        // The same value under another name.
        .alias(OS_VERSION, "ubuntu_version")
        .alias(GPU_DISPLAY_ACTIVE, "display_active")
        .alias(CUDA_MAX_GOOD, "cuda_vers")
        .redirect(RELIABILITY2, RELIABILITY)
        .alias(GPU_TOTAL_RAM, "gpu_totalram")
        .alias(DPH_TOTAL, "dph", "dphtotal")
        .alias(DLPERF_PER_DPHTOTAL, "dlperf_usd")
        .alias(FLOPS_PER_DPHTOTAL, "flops_usd")
        // The same value in GB.
        .aliasInUnits(GPU_RAM, MEGABYTES_PER_GIGABYTE, "gpu_ram_GB")
        .aliasInUnits(GPU_TOTAL_RAM, MEGABYTES_PER_GIGABYTE, "gpu_total_ram_GB", "gpu_totalram_GB")
        .aliasInUnits(CPU_RAM, MEGABYTES_PER_GIGABYTE, "cpu_ram_GB")
        // A bound that is sent as a bare number.
        .aliasOfLeast(EXPECTED_RELIABILITY, "target_reliability")
        // Keys of clients that carry no condition.
        .ignore("sort_option", "gpu_option", "show_incompatible", "extra_ids", "template_id")
        .ignoreValue("resource_type", "gpu")
        // What people say, for hints.
        .hint(COMPUTE_CAP, "compute_capability")
        .hint(CUDA_MAX_GOOD, "cuda")
        .hint(DPH_TOTAL, "price")
        .hint(GEOLOCATION, "region", "country")
        .hint(GPU_RAM, "vram")
        .hint(NUM_GPUS, "gpu_count");
  }
}
