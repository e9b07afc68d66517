package io.offerengine.marketplace;

import io.offerengine.schema.Collation;
import io.offerengine.schema.FieldBuilder;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;

/**
 * The builder of the marketplace's schema, and methods that start the description of a field.
 *
 * <p>Every text of the marketplace compares by {@link #UNDERSCORE_IS_SPACE}.
 *
 * <p><b>Threads.</b> Used by the initialiser of {@link MarketplaceSchema} alone.
 */
final class MarketplaceFields {
  static final Schema.Builder OFFERS = Schema.builder("marketplace offers", "id");

  /**
   * An underscore equals a space; all other characters are exact. Offers contain {@code RTX 4090},
   * and clients send {@code RTX_4090}.
   */
  static final Collation UNDERSCORE_IS_SPACE =
      Collation.of("_ equals a space", text -> text.replace('_', ' '));

  private MarketplaceFields() {}

  /** Adds stored fields that searches hardly ever name. */
  static void plain(FieldType type, String unit, String... names) {
    for (String name : names) {
      cold(name, type).unit(unit).add();
    }
  }

  static FieldBuilder hot(String name, FieldType type) {
    return field(name, type, Tier.HOT);
  }

  static FieldBuilder warm(String name, FieldType type) {
    return field(name, type, Tier.WARM);
  }

  static FieldBuilder cold(String name, FieldType type) {
    return field(name, type, Tier.COLD);
  }

  private static FieldBuilder field(String name, FieldType type, Tier tier) {
    FieldBuilder field = OFFERS.field(name, type).tier(tier);
    return type.isText() ? field.collation(UNDERSCORE_IS_SPACE) : field;
  }
}
