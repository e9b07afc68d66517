package io.offerengine.marketplace;

import io.offerengine.schema.Collation;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;

/**
 * The builder of the marketplace's schema.
 *
 * <p>Every text of the marketplace compares by {@link #UNDERSCORE_IS_SPACE}.
 *
 * <p><b>Threads.</b> Used by the initialiser of {@link MarketplaceSchema} alone.
 */
final class MarketplaceFields {
  /**
   * An underscore equals a space; all other characters are exact. Offers contain {@code RTX 4090},
   * and clients send {@code RTX_4090}.
   */
  static final Collation UNDERSCORE_IS_SPACE =
      Collation.of("_ equals a space", text -> text.replace('_', ' '));

  static final Schema.Builder OFFERS =
      Schema.builder("marketplace offers", "id").collation(UNDERSCORE_IS_SPACE);

  private MarketplaceFields() {}

  /** Adds stored fields that searches hardly ever name. */
  static void plain(FieldType type, String unit, String... names) {
    for (String name : names) {
      OFFERS.field(name, type).cold().unit(unit).add();
    }
  }
}
