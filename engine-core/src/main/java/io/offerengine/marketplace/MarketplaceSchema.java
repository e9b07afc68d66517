package io.offerengine.marketplace;

import static io.offerengine.marketplace.MarketplaceFields.OFFERS;
import static io.offerengine.marketplace.MarketplaceFields.cold;
import static io.offerengine.marketplace.MarketplaceFields.hot;
import static io.offerengine.marketplace.MarketplaceFields.plain;
import static io.offerengine.marketplace.MarketplaceFields.warm;
import static io.offerengine.schema.FieldType.BOOLEAN;
import static io.offerengine.schema.FieldType.INTEGER;
import static io.offerengine.schema.FieldType.INTEGER_LIST;
import static io.offerengine.schema.FieldType.NUMBER;
import static io.offerengine.schema.FieldType.OBJECT;
import static io.offerengine.schema.FieldType.PLACE;
import static io.offerengine.schema.FieldType.TEXT;
import static io.offerengine.schema.FieldType.VERSION;

import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;

/**
 * The schema of the compute marketplace: its fields, parameters and prices.
 *
 * <p>The 96 shown fields (API document, section 2.1) are declared in the order in which a response
 * prints them: stored fields, then derived and computed ones. Requests may name {@link #VERIFIED}
 * and {@link #DATACENTER}, which responses do not print. Extended requests may also name the fields
 * from {@link #REGION} on. Every field but {@link #ID} may be absent. Five documented integers have
 * fractions in real offers and are numbers here, which print like integers if they are: {@code
 * end_date}, {@code avail_vol_size}, {@code pci_gen}, {@code gpu_max_power} and {@code
 * gpu_max_temp}.
 */
public final class MarketplaceSchema {
  /** The kind of rental whose prices are computed; on-demand by default. */
  public static final Parameter<InstanceType> TYPE = OFFERS.choice("type", InstanceType.ON_DEMAND);

  /** The storage to be allocated, in GB, at least 0; 8 by default. */
  public static final Parameter<Double> ALLOCATED_STORAGE =
      OFFERS.number("allocated_storage", 8, 0);

  /** The time of the search, in seconds since 1970; the engine's clock by default. */
  public static final Parameter<Double> NOW = OFFERS.clock("now");

  /** The hours of a job, at least 0; 0 by default. */
  public static final Parameter<Double> JOB_HOURS = OFFERS.number("job.hours", 0, 0);

  /** What a job downloads, in GB, at least 0; 0 by default. */
  public static final Parameter<Double> JOB_DOWN_GB = OFFERS.number("job.down_gb", 0, 0);

  /** What a job uploads, in GB, at least 0; 0 by default. */
  public static final Parameter<Double> JOB_UP_GB = OFFERS.number("job.up_gb", 0, 0);

  /** The offer's identifier. */
  public static final Field ID = OFFERS.idField();

  // Identity and host.

  /** The bundle: the value that equal offers of one machine share. Searches fold by this field. */
  public static final Field BUNDLE_ID = cold("bundle_id", INTEGER).add();

  /** Host machine identifier. */
  public static final Field MACHINE_ID = hot("machine_id", INTEGER).add();

  /** Host user identifier. */
  public static final Field HOST_ID = hot("host_id", INTEGER).add();

  /** Kind of host; 1 means datacenter. */
  public static final Field HOSTING_TYPE = warm("hosting_type", INTEGER).add();

  /** Machine location, {@code Montana, US} for example. */
  public static final Field GEOLOCATION = warm("geolocation", PLACE).add();

  /** Host operating system version. */
  public static final Field OS_VERSION = warm("os_version", VERSION).unit("Ubuntu version").add();

  // State.

  /** Verification status: {@code verified}, {@code deverified}, {@code unverified}. */
  public static final Field VERIFICATION = warm("verification", TEXT).add();

  /** Whether the machine is rentable. */
  public static final Field RENTABLE = warm("rentable", BOOLEAN).add();

  /** Whether the offer is rented; absent counts as false. */
  public static final Field RENTED = warm("rented", BOOLEAN).absentAsFalse().add();

  /** Whether the offer is external; the condition true also accepts other offers. */
  public static final Field EXTERNAL = warm("external", BOOLEAN).asSwitch().add();

  /** Whether the machine is a VM instance. */
  public static final Field VMS_ENABLED = warm("vms_enabled", BOOLEAN).add();

  /** Whether the IP address is static or stable. */
  public static final Field STATIC_IP = warm("static_ip", BOOLEAN).add();

  /** End of the offer; documented as an integer, but has fractions. */
  public static final Field END_DATE =
      hot("end_date", NUMBER).unit("s since 1970").printedAsInteger().add();

  // GPU.

  /** GPU model name. */
  public static final Field GPU_NAME = hot("gpu_name", TEXT).add();

  /** Number of GPUs. */
  public static final Field NUM_GPUS = hot("num_gpus", INTEGER).unit("GPUs").add();

  /** GPU architecture, {@code nvidia} for example. */
  public static final Field GPU_ARCH = warm("gpu_arch", TEXT).add();

  /** Memory of one GPU. */
  public static final Field GPU_RAM = hot("gpu_ram", INTEGER).unit("MB").add();

  /** Fraction of the machine's GPUs. */
  public static final Field GPU_FRAC = warm("gpu_frac", NUMBER).add();

  /** Identifiers of the GPUs. */
  public static final Field GPU_IDS = cold("gpu_ids", INTEGER_LIST).add();

  /** GPU memory bandwidth. */
  public static final Field GPU_MEM_BW = warm("gpu_mem_bw", NUMBER).unit("GB/s").add();

  /** GPU power limit; documented as an integer, but has fractions. */
  public static final Field GPU_MAX_POWER =
      warm("gpu_max_power", NUMBER).unit("W").printedAsInteger().add();

  /** Whether the GPU has an attached display. */
  public static final Field GPU_DISPLAY_ACTIVE = warm("gpu_display_active", BOOLEAN).add();

  /** CUDA compute capability times 100. */
  public static final Field COMPUTE_CAP =
      warm("compute_cap", INTEGER).unit("CUDA capability x 100").add();

  /** Maximum supported CUDA version. */
  public static final Field CUDA_MAX_GOOD =
      warm("cuda_max_good", NUMBER).unit("CUDA version").add();

  /** Driver version, {@code 535.86.05} for example. */
  public static final Field DRIVER_VERSION = warm("driver_version", VERSION).add();

  /** NVLink bandwidth. */
  public static final Field BW_NVLINK = warm("bw_nvlink", NUMBER).unit("GB/s").add();

  /** Theoretical compute of all GPUs. */
  public static final Field TOTAL_FLOPS = hot("total_flops", NUMBER).unit("TFLOPs").add();

  /** Deep learning performance. */
  public static final Field DLPERF = hot("dlperf", NUMBER).unit("score").add();

  // CPU, memory and board.

  /** CPU architecture, {@code amd64} for example. */
  public static final Field CPU_ARCH = warm("cpu_arch", TEXT).add();

  /** Virtual CPUs of the machine. */
  public static final Field CPU_CORES = warm("cpu_cores", INTEGER).unit("vCPUs").add();

  /** CPU clock speed. */
  public static final Field CPU_GHZ = warm("cpu_ghz", NUMBER).unit("GHz").add();

  /** CPU memory. */
  public static final Field CPU_RAM = hot("cpu_ram", INTEGER).unit("MB").add();

  /** 1 if the CPU has AVX; conditions may also use true and false. */
  public static final Field HAS_AVX = warm("has_avx", INTEGER).acceptsBooleans().add();

  /** PCIe generation; documented as an integer, but has fractions. */
  public static final Field PCI_GEN = warm("pci_gen", NUMBER).printedAsInteger().add();

  /** PCIe bandwidth, CPU to GPU. */
  public static final Field PCIE_BW = warm("pcie_bw", NUMBER).unit("GB/s").add();

  // Disk and volumes.

  /** Disk read bandwidth. */
  public static final Field DISK_BW = warm("disk_bw", NUMBER).unit("MB/s").add();

  /** Disk space. */
  public static final Field DISK_SPACE = hot("disk_space", NUMBER).unit("GB").add();

  // Network.

  /** Download bandwidth. */
  public static final Field INET_DOWN = hot("inet_down", NUMBER).unit("MB/s").add();

  /** Upload bandwidth. */
  public static final Field INET_UP = hot("inet_up", NUMBER).unit("MB/s").add();

  /** Download price. */
  public static final Field INET_DOWN_COST = warm("inet_down_cost", NUMBER).unit("$/GB").add();

  /** Upload price. */
  public static final Field INET_UP_COST = warm("inet_up_cost", NUMBER).unit("$/GB").add();

  /** Number of direct ports. */
  public static final Field DIRECT_PORT_COUNT =
      warm("direct_port_count", INTEGER).unit("ports").add();

  // Reliability and rank.

  /** Reliability score, between 0 and 1. */
  public static final Field RELIABILITY = hot("reliability", NUMBER).add();

  /** Overall score; by default, results are ordered by it, highest first. */
  public static final Field SCORE = hot("score", NUMBER).unit("score").add();

  /** Rank within a bundle; in a search that folds, always 1. */
  public static final Field RN = cold("rn", INTEGER).whenFolded(1).add();

  // Price inputs.

  /** Minimum bid; the base price if the search is of type bid. */
  public static final Field MIN_BID = hot("min_bid", NUMBER).unit("$/hour").add();

  /** Price of storage; absent counts as 0 in prices. */
  public static final Field STORAGE_COST = hot("storage_cost", NUMBER).unit("$/GB/month").add();

  /** Discount, as a share of the base price; absent counts as 0. */
  public static final Field DISCOUNT_RATE = cold("discount_rate", NUMBER).add();

  // Fields that searches rarely use have no constant; see {@link Schema#field}.

  static {
    plain(INTEGER, "", "ask_contract_id", "bundled_results", "cluster_id", "geolocode", "vericode");
    plain(INTEGER, "", "avail_vol_ask_id");
    plain(INTEGER, "lanes", "gpu_lanes");
    plain(TEXT, "", "hostname", "webpage", "logo", "public_ipaddr", "resource_type");
    plain(TEXT, "", "cpu_name", "mobo_name", "disk_name");
    plain(NUMBER, "MB/s", "nw_disk_min_bw", "nw_disk_max_bw", "nw_disk_avg_bw");
    plain(NUMBER, "$/hour", "avail_vol_dph");
    cold("avail_vol_size", NUMBER).unit("GB").printedAsInteger().add();
    plain(NUMBER, "s since 1970", "start_date");
    cold("gpu_max_temp", NUMBER).unit("degrees Celsius").printedAsInteger().add();
    plain(NUMBER, "", "reliability_mult");
  }

  /** Reliability that the marketplace expects, between 0 and 1. */
  public static final Field EXPECTED_RELIABILITY = cold("expected_reliability", NUMBER).add();

  static {
    plain(NUMBER, "", "credit_discount_max");
    plain(BOOLEAN, "", "is_bid", "is_vm_deverified");
  }

  /** The list price as stored; in a search, the base price for its type of rental. */
  public static final Field DPH_BASE =
      hot("dph_base", NUMBER)
          .unit("$/hour")
          .computedFromStored(self -> pricesOf(self).basePrice())
          .add();

  // Derived when an offer is stored.

  /** Memory of all GPUs. */
  public static final Field GPU_TOTAL_RAM =
      hot("gpu_total_ram", INTEGER)
          .unit("MB")
          .derived("gpu_ram * num_gpus", MarketplaceDerivations.integerProduct(GPU_RAM, NUM_GPUS))
          .add();

  /** Virtual CPUs of the offer. */
  public static final Field CPU_CORES_EFFECTIVE =
      hot("cpu_cores_effective", NUMBER)
          .unit("vCPUs")
          .derived("cpu_cores * gpu_frac", MarketplaceDerivations.product(CPU_CORES, GPU_FRAC))
          .add();

  /**
   * The packed driver version, as given or else derived from {@link #DRIVER_VERSION}. It is absent
   * if it is not given and the version has a major part above 999,999,999, a minor part or patch
   * above 999, or a fourth part other than 0.
   */
  public static final Field DRIVER_VERS =
      cold("driver_vers", INTEGER)
          .derivedUnlessGiven(
              "driver_version packed as major * 1000000 + minor * 1000 + patch",
              MarketplaceDerivations.packedVersion(DRIVER_VERSION))
          .add();

  /** Whether {@link #VERIFICATION} is {@code verified}. */
  public static final Field VERIFIED =
      warm("verified", BOOLEAN)
          .hidden()
          .derived(
              "verification is verified", MarketplaceDerivations.isText(VERIFICATION, "verified"))
          .add();

  /** Whether {@link #HOSTING_TYPE} is 1. */
  public static final Field DATACENTER =
      warm("datacenter", BOOLEAN)
          .hidden()
          .derived("hosting_type is 1", MarketplaceDerivations.isInteger(HOSTING_TYPE, 1))
          .add();

  static {
    Derivation empty = MarketplaceDerivations.constant("");
    cold("time_remaining", TEXT).derived("empty", empty).add();
    cold("time_remaining_isbid", TEXT).derived("empty", empty).add();
  }

  // Computed for every search.

  private static final MarketplaceFormulas PRICES = pricesOf(DPH_BASE);

  /** Price of the allocated storage. */
  public static final Field STORAGE_TOTAL_COST =
      warm("storage_total_cost", NUMBER).unit("$/hour").computed(PRICES.storageTotalCost()).add();

  /** Total price. */
  public static final Field DPH_TOTAL =
      hot("dph_total", NUMBER).unit("$/hour").computed(PRICES.totalPrice()).add();

  /** Total price, including the download of the contents of the storage. */
  public static final Field DPH_TOTAL_ADJ =
      warm("dph_total_adj", NUMBER)
          .unit("$/hour")
          .computed(PRICES.adjustedTotalPrice(INET_DOWN_COST))
          .add();

  /** Deep learning performance per total dollar. */
  public static final Field DLPERF_PER_DPHTOTAL =
      hot("dlperf_per_dphtotal", NUMBER)
          .unit("score per $/hour")
          .computed(PRICES.perTotalDollar(DLPERF))
          .add();

  /** Compute per total dollar. */
  public static final Field FLOPS_PER_DPHTOTAL =
      hot("flops_per_dphtotal", NUMBER)
          .unit("TFLOPs per $/hour")
          .computed(PRICES.perTotalDollar(TOTAL_FLOPS))
          .add();

  /** List price per GB of GPU memory, for every type of rental. */
  public static final Field VRAM_COSTPERHOUR =
      cold("vram_costperhour", NUMBER)
          .unit("$/GB/hour")
          .computed(PRICES.listPricePerGigabyte(GPU_TOTAL_RAM))
          .add();

  /** Discount on the base price. */
  public static final Field DISCOUNTED_HOURLY =
      cold("discounted_hourly", NUMBER).unit("$/hour").computed(PRICES.discountedHourly()).add();

  /** Total price after the discount. */
  public static final Field DISCOUNTED_DPH_TOTAL =
      warm("discounted_dph_total", NUMBER).unit("$/hour").computed(PRICES.discountedTotal()).add();

  /** Upload price. */
  public static final Field INTERNET_UP_COST_PER_TB =
      cold("internet_up_cost_per_tb", NUMBER)
          .unit("$/TB")
          .computed(PRICES.perTerabyte(INET_UP_COST))
          .add();

  /** Download price. */
  public static final Field INTERNET_DOWN_COST_PER_TB =
      cold("internet_down_cost_per_tb", NUMBER)
          .unit("$/TB")
          .computed(PRICES.perTerabyte(INET_DOWN_COST))
          .add();

  /** Time until {@link #END_DATE}, at least 0. */
  public static final Field DURATION =
      hot("duration", NUMBER).unit("s").computed(PRICES.remaining(END_DATE, NOW)).add();

  /** A copy of {@link #RELIABILITY} in responses; requests that name it use that field. */
  public static final Field RELIABILITY2 =
      cold("reliability2", NUMBER).computed(PRICES.same(RELIABILITY)).add();

  /** The prices of a running instance. */
  public static final Field SEARCH =
      OFFERS.field("search", OBJECT).members(PRICES.whileRunning()).add();

  /** The prices of a stopped instance. */
  public static final Field INSTANCE =
      OFFERS.field("instance", OBJECT).members(PRICES.whileStopped()).add();

  // Questions beyond the API document, which its requests and responses do not have.

  /** The region of {@link #GEOLOCATION}: AF, AS, EU, NA, OC or SA; absent without a country. */
  public static final Field REGION =
      warm("region", TEXT)
          .extended()
          .derived("region of geolocation's country", MarketplaceRegions.ofPlace(GEOLOCATION))
          .add();

  /** {@link #DPH_TOTAL} for each GPU. */
  public static final Field DPH_PER_GPU =
      hot("dph_per_gpu", NUMBER)
          .extended()
          .unit("$/hour")
          .computed(PRICES.totalPricePerGpu(NUM_GPUS))
          .add();

  /** {@link #CPU_CORES_EFFECTIVE} for each GPU. */
  public static final Field CPU_CORES_PER_GPU =
      warm("cpu_cores_per_gpu", NUMBER)
          .extended()
          .unit("vCPUs")
          .computed(MarketplaceFormulas.perGpu(CPU_CORES_EFFECTIVE, NUM_GPUS))
          .add();

  /** {@link #CPU_RAM} for each GPU. */
  public static final Field CPU_RAM_PER_GPU =
      warm("cpu_ram_per_gpu", NUMBER)
          .extended()
          .unit("MB")
          .computed(MarketplaceFormulas.perGpu(CPU_RAM, NUM_GPUS))
          .add();

  /** {@link #DISK_SPACE} for each GPU. */
  public static final Field DISK_PER_GPU =
      warm("disk_per_gpu", NUMBER)
          .extended()
          .unit("GB")
          .computed(MarketplaceFormulas.perGpu(DISK_SPACE, NUM_GPUS))
          .add();

  /** The price of a job with its hours and traffic. */
  public static final Field JOB_TOTAL =
      warm("job_total", NUMBER)
          .extended()
          .unit("$")
          .computed(
              PRICES.priceOfJob(JOB_HOURS, JOB_DOWN_GB, JOB_UP_GB, INET_DOWN_COST, INET_UP_COST))
          .add();

  private static final Schema SCHEMA =
      MarketplaceNames.addTo(OFFERS)
          .usualValues(ALLOCATED_STORAGE, 5, 10, 50, 200)
          .flagSource(VERIFIED, VERIFICATION, "verified")
          .flagSource(DATACENTER, HOSTING_TYPE, 1L)
          .require(PRICES.minimumBidPresent(MIN_BID))
          .require(PRICES.diskLargeEnough(DISK_SPACE))
          .foldBy(BUNDLE_ID)
          .clusterBy(DPH_BASE)
          .indexTogether(GPU_NAME, NUM_GPUS)
          .indexTogether(GEOLOCATION, NUM_GPUS)
          .pruneTogether(DPH_TOTAL, DLPERF)
          .pruneTogether(DPH_TOTAL, TOTAL_FLOPS)
          .pruneTogether(DLPERF, TOTAL_FLOPS)
          .defaultOrder(SCORE, true)
          .build();

  private MarketplaceSchema() {}

  /** Returns the schema. */
  public static Schema schema() {
    return SCHEMA;
  }

  private static MarketplaceFormulas pricesOf(Field listPrice) {
    return new MarketplaceFormulas(
        TYPE, ALLOCATED_STORAGE, listPrice, MIN_BID, STORAGE_COST, DISCOUNT_RATE);
  }
}
