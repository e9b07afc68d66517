package io.offerengine.schema;

import static io.offerengine.schema.Formula.Input.increasing;
import static io.offerengine.schema.Formula.Input.unknown;

import java.util.ArrayList;
import java.util.List;

/**
 * The prices of the marketplace, and what follows from them, as formulas of stored fields.
 *
 * <p>{@code S} is the storage to be allocated, in GB; a month has 720 hours. Each formula is
 * evaluated in double, left to right as written, so that the values recorded from the real
 * marketplace come out bit for bit. Source: decision 8 (prices).
 */
final class MarketplaceFormulas {
  private static final double HOURS_PER_MONTH = 720;

  private final Parameter<InstanceType> type;
  private final Parameter<Double> storage;

  /** The inputs that {@link #base} and {@link #storageTotal} read, always at these places. */
  private final List<Formula.Input> priceInputs;

  MarketplaceFormulas(
      Parameter<InstanceType> type,
      Parameter<Double> storage,
      Field listPrice,
      Field minBid,
      Field storageCost) {
    this.type = type;
    this.storage = storage;
    this.priceInputs =
        List.of(increasing(listPrice), increasing(minBid), increasing(storageCost).orZero());
  }

  Formula basePrice() {
    return new Formula(
        "bid: min_bid; otherwise the list price",
        priceInputs,
        (in, arguments) -> base(in, arguments));
  }

  Formula storageTotalCost() {
    return new Formula(
        "storage_cost * S / 720",
        List.of(priceInputs.get(2)),
        (in, arguments) -> storageTotal(in[0], arguments));
  }

  Formula totalPrice() {
    return new Formula(
        "dph_base + storage_total_cost", priceInputs, (in, arguments) -> total(in, arguments));
  }

  Formula adjustedTotalPrice(Field downloadCost) {
    return new Formula(
        "dph_total + inet_down_cost * S / 4",
        with(increasing(downloadCost)),
        (in, arguments) -> total(in, arguments) + in[3] * arguments.value(storage) / 4);
  }

  /** Returns an amount per total dollar; absent when the total is zero. */
  Formula perTotalDollar(Field amount) {
    return new Formula(
        amount.name() + " / dph_total",
        with(unknown(amount)),
        (in, arguments) -> in[3] / total(in, arguments));
  }

  Formula discountedHourly(Field discountRate) {
    return new Formula(
        "dph_base * discount_rate",
        with(unknown(discountRate).orZero()),
        (in, arguments) -> base(in, arguments) * in[3]);
  }

  Formula discountedTotal(Field discountRate) {
    return new Formula(
        "dph_total - discounted_hourly",
        with(unknown(discountRate).orZero()),
        (in, arguments) -> total(in, arguments) - base(in, arguments) * in[3]);
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

  private List<Formula.Input> with(Formula.Input fourth) {
    List<Formula.Input> inputs = new ArrayList<>(priceInputs);
    inputs.add(fourth);
    return inputs;
  }
}
