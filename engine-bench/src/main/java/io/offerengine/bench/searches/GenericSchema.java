package io.offerengine.bench.searches;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldBuilder;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Requirement;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The market as a program would declare it that gives each field a tier, names the field that
 * orders rows, and two pairs: without fields that are pruned together and without usual values.
 * Derived values are stored ones here, two prices are computed, and each offer has a title of its
 * own.
 */
final class GenericSchema {
  private static final Schema.Builder OFFERS = Schema.builder("offers without hints", "id");

  static final Parameter<InstanceType> TYPE = OFFERS.choice("type", InstanceType.ON_DEMAND);
  static final Parameter<Double> STORAGE = OFFERS.parameter("allocated_storage", 8, 0);

  /** By field of the marketplace: the field that holds its stored values. */
  private static final Map<Field, Field> COPIES = copies();

  private static final Field TITLE =
      OFFERS.field(Column.TITLE.label(), FieldType.TEXT).tier(Tier.WARM).add();

  static final Schema SCHEMA = build();

  private GenericSchema() {}

  private static Map<Field, Field> copies() {
    Map<Field, Field> copies = new HashMap<>();
    for (Field field : MarketplaceSchema.schema().columns()) {
      if (field == MarketplaceSchema.ID) {
        copies.put(field, OFFERS.idField());
        continue;
      }
      FieldBuilder<Field> copy = OFFERS.field(field.name(), field.type()).tier(field.tier());
      if (field.type().isText()) {
        copy.collation(field.collation());
      }
      if (field.isAbsentAsFalse()) {
        copy.absentAsFalse();
      }
      copies.put(field, copy.add());
    }
    return copies;
  }

  private static Schema build() {
    List<Formula.Input> price =
        List.of(
            Formula.Input.increasing(copy(MarketplaceSchema.DPH_BASE)),
            Formula.Input.increasing(copy(MarketplaceSchema.MIN_BID)),
            Formula.Input.increasing(copy(MarketplaceSchema.STORAGE_COST)).orZero());
    OFFERS
        .field(Column.DPH_TOTAL.label(), FieldType.NUMBER)
        .hot()
        .computed(
            new Formula(
                "the base price of the type + storage_cost * storage / 720",
                price,
                List.of(TYPE, STORAGE),
                GenericSchema::total))
        .add();
    OFFERS
        .field(Column.DLPERF_PER_DPHTOTAL.label(), FieldType.NUMBER)
        .hot()
        .computed(
            new Formula(
                "dlperf / dph_total",
                List.of(
                    Formula.Input.unknown(copy(MarketplaceSchema.DPH_BASE)),
                    Formula.Input.unknown(copy(MarketplaceSchema.MIN_BID)),
                    Formula.Input.unknown(copy(MarketplaceSchema.STORAGE_COST)).orZero(),
                    Formula.Input.unknown(copy(MarketplaceSchema.DLPERF))),
                List.of(TYPE, STORAGE),
                (in, arguments) -> in[3] / total(in, arguments)))
        .add();
    return OFFERS
        .require(
            new Requirement(
                "allocated_storage is given",
                copy(MarketplaceSchema.DISK_SPACE),
                true,
                arguments -> arguments.isGiven(STORAGE) ? arguments.value(STORAGE) : Double.NaN))
        .foldBy(copy(MarketplaceSchema.BUNDLE_ID))
        .clusterBy(copy(MarketplaceSchema.DPH_BASE))
        .indexTogether(copy(MarketplaceSchema.GPU_NAME), copy(MarketplaceSchema.NUM_GPUS))
        .indexTogether(copy(MarketplaceSchema.GEOLOCATION), copy(MarketplaceSchema.NUM_GPUS))
        .build();
  }

  private static double total(double[] in, Arguments arguments) {
    double base = arguments.is(TYPE, InstanceType.BID) ? in[1] : in[0];
    return base + in[2] * arguments.value(STORAGE) / PriceRule.HOURS_PER_MONTH;
  }

  private static Field copy(Field field) {
    return Objects.requireNonNull(COPIES.get(field), field.name());
  }

  /** Returns an offer of the market with its derived values and a title. */
  static Offer converted(Offer offer) {
    Offer.Builder converted = Offer.builder(SCHEMA);
    for (Field field : offer.schema().columns()) {
      Derivation derivation = field.derivation();
      if (offer.has(field)) {
        set(converted, copy(field), offer.value(field));
      } else if (derivation != null) {
        set(converted, copy(field), derivation.derive(offer));
      }
    }
    return converted.put(TITLE, Titles.of(offer)).build();
  }

  private static void set(Offer.Builder converted, Field field, @Nullable Object value) {
    if (value instanceof Boolean flag) {
      converted.put(field, flag.booleanValue());
    } else if (value instanceof Long whole) {
      converted.put(field, whole.longValue());
    } else if (value instanceof Double number) {
      converted.put(field, number.doubleValue());
    } else if (value instanceof long[] list) {
      converted.put(field, list);
    } else if (value instanceof String text) {
      converted.put(field, text);
    }
  }
}
