package io.offerengine.marketplace;

import static io.offerengine.schema.Formula.Input.increasing;
import static io.offerengine.schema.Formula.Input.unknown;
import static io.offerengine.schema.Formula.Monotonicity.UNKNOWN;

import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Requirement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The formulas of the marketplace: prices and other values that depend on the arguments of a
 * search. It also defines the groups of prices that a response prints, and the conditions that
 * arguments imply.
 *
 * <p>In the texts of formulas, {@code S} is the storage to be allocated in GB. A month has 720
 * hours. Formulas are evaluated in double precision, from left to right as written; the results
 * equal the recorded values of the real marketplace bit for bit.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class MarketplaceFormulas {
  private static final double HOURS_PER_MONTH = 720;

  private final Parameter<InstanceType> type;
  private final Parameter<Double> storage;

  /** The first inputs of every price formula, which {@link #base} and {@link #total} read. */
  private final List<Formula.Input> priceInputs;

  // Fields and members of object fields share these formulas. Each is evaluated once for both.
  final Formula basePrice;
  final Formula storageTotalCost;
  final Formula totalPrice;
  final Formula discountedHourly;
  final Formula discountedTotal;

  MarketplaceFormulas(
      Parameter<InstanceType> type,
      Parameter<Double> storage,
      Field listPrice,
      Field minBid,
      Field storageCost,
      Field discountRate) {
    this.type = type;
    this.storage = storage;
    this.priceInputs =
        List.of(increasing(listPrice), increasing(minBid), increasing(storageCost).orZero());
    this.basePrice =
        new Formula(
            "bid: min_bid; otherwise the list price",
            priceInputs,
            List.of(type),
            (in, arguments) -> base(in, arguments));
    this.storageTotalCost =
        new Formula(
            "storage_cost * S / 720",
            List.of(priceInputs.get(2)),
            List.of(storage),
            (in, arguments) -> storageTotal(in[0], arguments));
    this.totalPrice =
        new Formula(
            "dph_base + storage_total_cost",
            priceInputs,
            List.of(type, storage),
            (in, arguments) -> total(in, arguments));
    this.discountedHourly =
        new Formula(
            "dph_base * discount_rate",
            ofUnknownDirection(discountRate, 0.0),
            List.of(type),
            (in, arguments) -> base(in, arguments) * in[3]);
    this.discountedTotal =
        new Formula(
            "dph_total - discounted_hourly",
            ofUnknownDirection(discountRate, 0.0),
            List.of(type, storage),
            (in, arguments) -> total(in, arguments) - base(in, arguments) * in[3]);
  }

  Formula adjustedTotalPrice(Field downloadCost) {
    return new Formula(
        "dph_total + inet_down_cost * S / 4",
        with(increasing(downloadCost)),
        List.of(type, storage),
        (in, arguments) -> total(in, arguments) + in[3] * arguments.value(storage) / 4);
  }

  /** Returns an amount per dollar of the total price; absent if the total is absent or zero. */
  Formula perTotalDollar(Field amount) {
    return new Formula(
        amount.name() + " / dph_total",
        ofUnknownDirection(amount, Double.NaN),
        List.of(type, storage),
        (in, arguments) -> {
          double total = total(in, arguments);
          // An infinite total counts as absent; a division by it would give zero.
          return Double.isFinite(total) ? in[3] / total : Double.NaN;
        });
  }

  /** Returns the total price for each GPU; absent if there is none. */
  Formula totalPricePerGpu(Field gpus) {
    return new Formula(
        "dph_total / " + gpus,
        ofUnknownDirection(gpus, Double.NaN),
        List.of(type, storage),
        (in, arguments) -> total(in, arguments) / in[3]);
  }

  /** Returns an amount for each GPU; absent if there is none. */
  static Formula perGpu(Field amount, Field gpus) {
    return new Formula(
        amount + " / " + gpus,
        List.of(unknown(amount), unknown(gpus)),
        List.of(),
        (in, arguments) -> in[0] / in[1]);
  }

  /**
   * Returns the price of a job: what its hours and its traffic cost. An absent price makes the
   * result absent only if the job has an amount for it.
   */
  Formula priceOfJob(
      Parameter<Double> hours,
      Parameter<Double> down,
      Parameter<Double> up,
      Field downCost,
      Field upCost) {
    List<Formula.Input> inputs = new ArrayList<>(ofUnknownDirection(downCost, Double.NaN));
    inputs.add(unknown(upCost));
    return new Formula(
        "dph_total * hours + " + downCost + " * down_gb + " + upCost + " * up_gb",
        inputs,
        List.of(type, storage, hours, down, up),
        (in, arguments) ->
            cost(total(in, arguments), arguments.value(hours))
                + cost(in[3], arguments.value(down))
                + cost(in[4], arguments.value(up)));
  }

  private static double cost(double price, double amount) {
    return amount == 0 ? 0 : price * amount;
  }

  /** Returns the list price per GB of memory, for every type of rental. */
  Formula listPricePerGigabyte(Field megabytes) {
    return new Formula(
        "list price / " + megabytes + " * 1024",
        List.of(unknown(priceInputs.get(0).field()), unknown(megabytes)),
        List.of(),
        (in, arguments) -> in[0] / in[1] * 1024);
  }

  Formula perTerabyte(Field pricePerGigabyte) {
    return new Formula(
        pricePerGigabyte + " * 1024",
        List.of(increasing(pricePerGigabyte)),
        List.of(),
        (in, arguments) -> in[0] * 1024);
  }

  Formula remaining(Field end, Parameter<Instant> now) {
    return new Formula(
        end + " - now, at least 0",
        List.of(increasing(end)),
        List.of(now),
        (in, arguments) -> Math.max(0.0, in[0] - arguments.value(now)));
  }

  Formula same(Field field) {
    return new Formula(
        field.name(), List.of(increasing(field)), List.of(), (in, arguments) -> in[0]);
  }

  List<Field.Member> whileRunning() {
    return List.of(
        new Field.Member("gpuCostPerHour", basePrice),
        new Field.Member("diskHour", storageTotalCost),
        new Field.Member("totalHour", totalPrice),
        new Field.Member("discountTotalHour", discountedHourly),
        new Field.Member("discountedTotalPerHour", discountedTotal));
  }

  List<Field.Member> whileStopped() {
    Formula nothing = new Formula("0", List.of(), List.of(), (in, arguments) -> 0.0);
    return List.of(
        new Field.Member("gpuCostPerHour", nothing),
        new Field.Member("diskHour", storageTotalCost),
        new Field.Member("totalHour", storageTotalCost),
        new Field.Member("discountTotalHour", nothing),
        new Field.Member("discountedTotalPerHour", storageTotalCost));
  }

  Requirement minimumBidPresent(Field minBid) {
    return new Requirement(
        "type is bid",
        minBid,
        false,
        arguments -> arguments.is(type, InstanceType.BID) ? Double.NEGATIVE_INFINITY : Double.NaN);
  }

  Requirement diskLargeEnough(Field diskSpace) {
    return new Requirement(
        "allocated_storage is given",
        diskSpace,
        true,
        arguments -> arguments.isGiven(storage) ? arguments.value(storage) : Double.NaN);
  }

  private double base(double[] in, Arguments arguments) {
    return arguments.is(type, InstanceType.BID) ? in[1] : in[0];
  }

  private double storageTotal(double storageCost, Arguments arguments) {
    return storageCost * arguments.value(storage) / HOURS_PER_MONTH;
  }

  private double total(double[] in, Arguments arguments) {
    return base(in, arguments) + storageTotal(in[2], arguments);
  }

  /** Returns the price inputs and a fourth one, all of unknown monotonicity. */
  private List<Formula.Input> ofUnknownDirection(Field fourth, double absentAs) {
    List<Formula.Input> inputs = new ArrayList<>();
    for (Formula.Input price : priceInputs) {
      inputs.add(new Formula.Input(price.field(), UNKNOWN, price.absentAs()));
    }
    inputs.add(new Formula.Input(fourth, UNKNOWN, absentAs));
    return inputs;
  }

  private List<Formula.Input> with(Formula.Input fourth) {
    List<Formula.Input> inputs = new ArrayList<>(priceInputs);
    inputs.add(fourth);
    return inputs;
  }
}
