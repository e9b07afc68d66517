package io.offerengine.marketplace;

import static io.offerengine.schema.FieldType.BOOLEAN;
import static io.offerengine.schema.FieldType.INTEGER;
import static io.offerengine.schema.FieldType.NUMBER;
import static io.offerengine.schema.FieldType.TEXT;

import io.offerengine.schema.Collation;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldBuilder;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.ObjectField;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.PlaceField;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.VersionField;
import java.time.Instant;
import java.util.List;

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
  /**
   * An underscore equals a space in every text; all other characters are exact. Offers contain
   * {@code RTX 4090}, and clients send {@code RTX_4090}.
   */
  private static final Collation UNDERSCORE_IS_SPACE =
      Collation.of("_ equals a space", text -> text.replace('_', ' '));

  private static final Schema.Builder OFFERS =
      Schema.builder("marketplace offers", "id").collation(UNDERSCORE_IS_SPACE);

  private static final int MEGABYTES_PER_GIGABYTE = 1_000;

  /** The kind of rental whose prices are computed; on-demand by default. */
  public static final Parameter<InstanceType> TYPE = OFFERS.choice("type", InstanceType.ON_DEMAND);

  /** The storage to be allocated, in GB, at least 0; 8 by default. */
  public static final Parameter<Double> ALLOCATED_STORAGE =
      OFFERS.parameter("allocated_storage", 8, 0);

  /** The time of the search, in seconds since 1970; the engine's clock by default. */
  public static final Parameter<Instant> NOW = OFFERS.clock("now");

  /** The hours of a job, at least 0; 0 by default. */
  public static final Parameter<Double> JOB_HOURS = OFFERS.parameter("job.hours", 0, 0);

  /** What a job downloads, in GB, at least 0; 0 by default. */
  public static final Parameter<Double> JOB_DOWN_GB = OFFERS.parameter("job.down_gb", 0, 0);

  /** What a job uploads, in GB, at least 0; 0 by default. */
  public static final Parameter<Double> JOB_UP_GB = OFFERS.parameter("job.up_gb", 0, 0);

  /** The offer's identifier. */
  public static final IntegerField ID = OFFERS.idField();

  // Identity and host.

  /** The bundle: the value that equal offers of one machine share. Searches fold by this field. */
  public static final IntegerField BUNDLE_ID = OFFERS.integer("bundle_id").cold().add();

  /** Host machine identifier. */
  public static final IntegerField MACHINE_ID = OFFERS.integer("machine_id").hot().add();

  /** Host user identifier. */
  public static final IntegerField HOST_ID = OFFERS.integer("host_id").hot().add();

  /** Kind of host; 1 means datacenter. */
  public static final IntegerField HOSTING_TYPE = OFFERS.integer("hosting_type").add();

  /** Machine location, {@code Montana, US} for example. */
  public static final PlaceField GEOLOCATION = OFFERS.place("geolocation").add();

  /** Host operating system version. */
  public static final VersionField OS_VERSION =
      OFFERS.version("os_version").unit("Ubuntu version").add();

  // State.

  /** Verification status: {@code verified}, {@code deverified}, {@code unverified}. */
  public static final TextField VERIFICATION = OFFERS.text("verification").add();

  /** Whether the machine is rentable. */
  public static final FlagField RENTABLE = OFFERS.flag("rentable").add();

  /** Whether the offer is rented; absent counts as false. */
  public static final FlagField RENTED = OFFERS.flag("rented").absentAsFalse().add();

  /** Whether the offer is external; the condition true also accepts other offers. */
  public static final FlagField EXTERNAL = OFFERS.flag("external").asSwitch().add();

  /** Whether the machine is a VM instance. */
  public static final FlagField VMS_ENABLED = OFFERS.flag("vms_enabled").add();

  /** Whether the IP address is static or stable. */
  public static final FlagField STATIC_IP = OFFERS.flag("static_ip").add();

  /** End of the offer; documented as an integer, but has fractions. */
  public static final NumberField END_DATE =
      OFFERS.number("end_date").hot().unit("s since 1970").printedAsInteger().add();

  // GPU.

  /** GPU model name. */
  public static final TextField GPU_NAME = OFFERS.text("gpu_name").hot().add();

  /** Number of GPUs. */
  public static final IntegerField NUM_GPUS = OFFERS.integer("num_gpus").hot().unit("GPUs").add();

  /** GPU architecture, {@code nvidia} for example. */
  public static final TextField GPU_ARCH = OFFERS.text("gpu_arch").add();

  /** Memory of one GPU. */
  public static final IntegerField GPU_RAM = OFFERS.integer("gpu_ram").hot().unit("MB").add();

  /** Fraction of the machine's GPUs. */
  public static final NumberField GPU_FRAC = OFFERS.number("gpu_frac").add();

  /** Identifiers of the GPUs. */
  public static final IntegerListField GPU_IDS = OFFERS.integers("gpu_ids").cold().add();

  /** GPU memory bandwidth. */
  public static final NumberField GPU_MEM_BW = OFFERS.number("gpu_mem_bw").unit("GB/s").add();

  /** GPU power limit; documented as an integer, but has fractions. */
  public static final NumberField GPU_MAX_POWER =
      OFFERS.number("gpu_max_power").unit("W").printedAsInteger().add();

  /** Whether the GPU has an attached display. */
  public static final FlagField GPU_DISPLAY_ACTIVE = OFFERS.flag("gpu_display_active").add();

  /** CUDA compute capability times 100. */
  public static final IntegerField COMPUTE_CAP =
      OFFERS.integer("compute_cap").unit("CUDA capability x 100").add();

  /** Maximum supported CUDA version. */
  public static final NumberField CUDA_MAX_GOOD =
      OFFERS.number("cuda_max_good").unit("CUDA version").add();

  /** Driver version, {@code 535.86.05} for example. */
  public static final VersionField DRIVER_VERSION = OFFERS.version("driver_version").add();

  /** NVLink bandwidth. */
  public static final NumberField BW_NVLINK = OFFERS.number("bw_nvlink").unit("GB/s").add();

  /** Theoretical compute of all GPUs. */
  public static final NumberField TOTAL_FLOPS =
      OFFERS.number("total_flops").hot().unit("TFLOPs").add();

  /** Deep learning performance. */
  public static final NumberField DLPERF = OFFERS.number("dlperf").hot().unit("score").add();

  // CPU, memory and board.

  /** CPU architecture, {@code amd64} for example. */
  public static final TextField CPU_ARCH = OFFERS.text("cpu_arch").add();

  /** Virtual CPUs of the machine. */
  public static final IntegerField CPU_CORES = OFFERS.integer("cpu_cores").unit("vCPUs").add();

  /** CPU clock speed. */
  public static final NumberField CPU_GHZ = OFFERS.number("cpu_ghz").unit("GHz").add();

  /** CPU memory. */
  public static final IntegerField CPU_RAM = OFFERS.integer("cpu_ram").hot().unit("MB").add();

  /** 1 if the CPU has AVX; conditions may also use true and false. */
  public static final IntegerField HAS_AVX = OFFERS.integer("has_avx").acceptsBooleans().add();

  /** PCIe generation; documented as an integer, but has fractions. */
  public static final NumberField PCI_GEN = OFFERS.number("pci_gen").printedAsInteger().add();

  /** PCIe bandwidth, CPU to GPU. */
  public static final NumberField PCIE_BW = OFFERS.number("pcie_bw").unit("GB/s").add();

  // Disk and volumes.

  /** Disk read bandwidth. */
  public static final NumberField DISK_BW = OFFERS.number("disk_bw").unit("MB/s").add();

  /** Disk space. */
  public static final NumberField DISK_SPACE = OFFERS.number("disk_space").hot().unit("GB").add();

  // Network.

  /** Download bandwidth. */
  public static final NumberField INET_DOWN = OFFERS.number("inet_down").hot().unit("MB/s").add();

  /** Upload bandwidth. */
  public static final NumberField INET_UP = OFFERS.number("inet_up").hot().unit("MB/s").add();

  /** Download price. */
  public static final NumberField INET_DOWN_COST =
      OFFERS.number("inet_down_cost").unit("$/GB").add();

  /** Upload price. */
  public static final NumberField INET_UP_COST = OFFERS.number("inet_up_cost").unit("$/GB").add();

  /** Number of direct ports. */
  public static final IntegerField DIRECT_PORT_COUNT =
      OFFERS.integer("direct_port_count").unit("ports").add();

  // Reliability and rank.

  /** Reliability score, between 0 and 1. */
  public static final NumberField RELIABILITY = OFFERS.number("reliability").hot().add();

  /** Overall score; by default, results are ordered by it, highest first. */
  public static final NumberField SCORE = OFFERS.number("score").hot().unit("score").add();

  /** Rank within a bundle; in a search that folds, always 1. */
  public static final IntegerField RN = OFFERS.integer("rn").cold().whenFolded(1).add();

  // Price inputs.

  /** Minimum bid; the base price if the search is of type bid. */
  public static final NumberField MIN_BID = OFFERS.number("min_bid").hot().unit("$/hour").add();

  /** Price of storage; absent counts as 0 in prices. */
  public static final NumberField STORAGE_COST =
      OFFERS.number("storage_cost").hot().unit("$/GB/month").add();

  /** Discount, as a share of the base price; absent counts as 0. */
  public static final NumberField DISCOUNT_RATE = OFFERS.number("discount_rate").cold().add();

  // Fields that searches rarely use have no constant; see {@link Schema#field}.

  static {
    plain(INTEGER, "", "ask_contract_id", "bundled_results", "cluster_id", "geolocode", "vericode");
    plain(INTEGER, "", "avail_vol_ask_id");
    plain(INTEGER, "lanes", "gpu_lanes");
    plain(TEXT, "", "hostname", "webpage", "logo", "public_ipaddr", "resource_type");
    plain(TEXT, "", "cpu_name", "mobo_name", "disk_name");
    plain(NUMBER, "MB/s", "nw_disk_min_bw", "nw_disk_max_bw", "nw_disk_avg_bw");
    plain(NUMBER, "$/hour", "avail_vol_dph");
    OFFERS.number("avail_vol_size").cold().unit("GB").printedAsInteger().add();
    plain(NUMBER, "s since 1970", "start_date");
    OFFERS.number("gpu_max_temp").cold().unit("degrees Celsius").printedAsInteger().add();
    plain(NUMBER, "", "reliability_mult");
  }

  /** Reliability that the marketplace expects, between 0 and 1. */
  public static final NumberField EXPECTED_RELIABILITY =
      OFFERS.number("expected_reliability").cold().add();

  static {
    plain(NUMBER, "", "credit_discount_max");
    plain(BOOLEAN, "", "is_bid", "is_vm_deverified");
  }

  /** The list price as stored; in a search, the base price for its type of rental. */
  public static final NumberField DPH_BASE =
      OFFERS
          .number("dph_base")
          .hot()
          .unit("$/hour")
          .computedFromStored(self -> pricesOf(self).basePrice)
          .add();

  // Derived when an offer is stored.

  /** Memory of all GPUs. */
  public static final IntegerField GPU_TOTAL_RAM =
      OFFERS
          .integer("gpu_total_ram")
          .hot()
          .unit("MB")
          .derived("gpu_ram * num_gpus", MarketplaceDerivations.integerProduct(GPU_RAM, NUM_GPUS))
          .add();

  /** Virtual CPUs of the offer. */
  public static final NumberField CPU_CORES_EFFECTIVE =
      OFFERS
          .number("cpu_cores_effective")
          .hot()
          .unit("vCPUs")
          .derived("cpu_cores * gpu_frac", MarketplaceDerivations.product(CPU_CORES, GPU_FRAC))
          .add();

  /**
   * The packed driver version, as given or else derived from {@link #DRIVER_VERSION}. It is absent
   * if it is not given and the version has a major part above 999,999,999, a minor part or patch
   * above 999, or a fourth part other than 0.
   */
  public static final IntegerField DRIVER_VERS =
      OFFERS
          .integer("driver_vers")
          .cold()
          .derivedUnlessGiven(
              "driver_version packed as major * 1000000 + minor * 1000 + patch",
              MarketplaceDerivations.packedVersion(DRIVER_VERSION))
          .add();

  /** Whether {@link #VERIFICATION} is {@code verified}. */
  public static final FlagField VERIFIED =
      OFFERS
          .flag("verified")
          .hidden()
          .derived(
              "verification is verified",
              Derivation.reading(
                  List.of(VERIFICATION), offer -> "verified".equals(offer.text(VERIFICATION))))
          .add();

  /** Whether {@link #HOSTING_TYPE} is 1. */
  public static final FlagField DATACENTER =
      OFFERS
          .flag("datacenter")
          .hidden()
          .derived(
              "hosting_type is 1",
              Derivation.reading(
                  List.of(HOSTING_TYPE),
                  offer -> offer.has(HOSTING_TYPE) && offer.get(HOSTING_TYPE) == 1))
          .add();

  static {
    Derivation empty = Derivation.reading(List.of(), offer -> "");
    OFFERS.text("time_remaining").cold().derived("empty", empty).add();
    OFFERS.text("time_remaining_isbid").cold().derived("empty", empty).add();
  }

  // Computed for every search.

  private static final MarketplaceFormulas PRICES = pricesOf(DPH_BASE);

  /** Price of the allocated storage. */
  public static final NumberField STORAGE_TOTAL_COST =
      computed("storage_total_cost", "$/hour", PRICES.storageTotalCost).add();

  /** Total price. */
  public static final NumberField DPH_TOTAL =
      computed("dph_total", "$/hour", PRICES.totalPrice).hot().add();

  /** Total price, including the download of the contents of the storage. */
  public static final NumberField DPH_TOTAL_ADJ =
      computed("dph_total_adj", "$/hour", PRICES.adjustedTotalPrice(INET_DOWN_COST)).add();

  /** Deep learning performance per total dollar. */
  public static final NumberField DLPERF_PER_DPHTOTAL =
      computed("dlperf_per_dphtotal", "score per $/hour", PRICES.perTotalDollar(DLPERF))
          .hot()
          .add();

  /** Compute per total dollar. */
  public static final NumberField FLOPS_PER_DPHTOTAL =
      computed("flops_per_dphtotal", "TFLOPs per $/hour", PRICES.perTotalDollar(TOTAL_FLOPS))
          .hot()
          .add();

  /** List price per GB of GPU memory, for every type of rental. */
  public static final NumberField VRAM_COSTPERHOUR =
      computed("vram_costperhour", "$/GB/hour", PRICES.listPricePerGigabyte(GPU_TOTAL_RAM))
          .cold()
          .add();

  /** Discount on the base price. */
  public static final NumberField DISCOUNTED_HOURLY =
      computed("discounted_hourly", "$/hour", PRICES.discountedHourly).cold().add();

  /** Total price after the discount. */
  public static final NumberField DISCOUNTED_DPH_TOTAL =
      computed("discounted_dph_total", "$/hour", PRICES.discountedTotal).add();

  /** Upload price. */
  public static final NumberField INTERNET_UP_COST_PER_TB =
      computed("internet_up_cost_per_tb", "$/TB", PRICES.perTerabyte(INET_UP_COST)).cold().add();

  /** Download price. */
  public static final NumberField INTERNET_DOWN_COST_PER_TB =
      computed("internet_down_cost_per_tb", "$/TB", PRICES.perTerabyte(INET_DOWN_COST))
          .cold()
          .add();

  /** Time until {@link #END_DATE}, at least 0. */
  public static final NumberField DURATION =
      computed("duration", "s", PRICES.remaining(END_DATE, NOW)).hot().add();

  /** A copy of {@link #RELIABILITY} in responses; requests that name it use that field. */
  public static final NumberField RELIABILITY2 =
      OFFERS.number("reliability2").cold().computed(PRICES.same(RELIABILITY)).add();

  /** The prices of a running instance. */
  public static final ObjectField SEARCH =
      OFFERS.object("search").members(PRICES.whileRunning()).add();

  /** The prices of a stopped instance. */
  public static final ObjectField INSTANCE =
      OFFERS.object("instance").members(PRICES.whileStopped()).add();

  // Questions beyond the API document, which its requests and responses do not have.

  /** The region of {@link #GEOLOCATION}: AF, AS, EU, NA, OC or SA; absent without a country. */
  public static final TextField REGION =
      OFFERS
          .text("region")
          .extended()
          .derived("region of geolocation's country", MarketplaceRegions.ofPlace(GEOLOCATION))
          .add();

  /** {@link #DPH_TOTAL} for each GPU. */
  public static final NumberField DPH_PER_GPU =
      computed("dph_per_gpu", "$/hour", PRICES.totalPricePerGpu(NUM_GPUS)).hot().extended().add();

  /** {@link #CPU_CORES_EFFECTIVE} for each GPU. */
  public static final NumberField CPU_CORES_PER_GPU =
      computed(
              "cpu_cores_per_gpu",
              "vCPUs",
              MarketplaceFormulas.perGpu(CPU_CORES_EFFECTIVE, NUM_GPUS))
          .extended()
          .add();

  /** {@link #CPU_RAM} for each GPU. */
  public static final NumberField CPU_RAM_PER_GPU =
      computed("cpu_ram_per_gpu", "MB", MarketplaceFormulas.perGpu(CPU_RAM, NUM_GPUS))
          .extended()
          .add();

  /** {@link #DISK_SPACE} for each GPU. */
  public static final NumberField DISK_PER_GPU =
      computed("disk_per_gpu", "GB", MarketplaceFormulas.perGpu(DISK_SPACE, NUM_GPUS))
          .extended()
          .add();

  /** The price of a job with its hours and traffic. */
  public static final NumberField JOB_TOTAL =
      computed(
              "job_total",
              "$",
              PRICES.priceOfJob(JOB_HOURS, JOB_DOWN_GB, JOB_UP_GB, INET_DOWN_COST, INET_UP_COST))
          .extended()
          .add();

  // What clients call things beside the names of the fields. Except for ubuntu_version, none of
  // these names is documented; programs send them.

  static {
    OFFERS
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

  private static final Schema SCHEMA =
      OFFERS
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
          .defaultOrder(SCORE, Direction.DESC)
          .build();

  private MarketplaceSchema() {}

  /** Returns the schema. */
  public static Schema schema() {
    return SCHEMA;
  }

  /** Adds stored fields that searches hardly ever name. */
  private static void plain(FieldType type, String unit, String... names) {
    for (String name : names) {
      OFFERS.field(name, type).cold().unit(unit).add();
    }
  }

  private static FieldBuilder<NumberField> computed(String name, String unit, Formula formula) {
    return OFFERS.number(name).unit(unit).computed(formula);
  }

  private static MarketplaceFormulas pricesOf(Field listPrice) {
    return new MarketplaceFormulas(
        TYPE, ALLOCATED_STORAGE, listPrice, MIN_BID, STORAGE_COST, DISCOUNT_RATE);
  }
}
