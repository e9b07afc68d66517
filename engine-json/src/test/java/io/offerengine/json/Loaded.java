package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.io.ByteArrayInputStream;
import java.util.Iterator;

/** Offers that an engine has loaded, at a time that stands still. */
public final class Loaded {
  private static final double NOW = 1_800_000_000;

  private Loaded() {}

  /** Returns some offers. */
  public static Snapshot of(Schema schema, Iterable<Offer> offers) {
    return at(NOW, schema, offers.iterator());
  }

  /** Returns some offers at a time in seconds since 1970. */
  static Snapshot at(double now, Schema schema, Iterator<Offer> offers) {
    try (OfferEngine engine =
        OfferEngine.builder(schema).clock(() -> TimeKey.ofSeconds(now)).build()) {
      engine.load(offers, LoadListener.NONE);
      return engine.snapshot();
    }
  }

  /** Returns the offers of a text. */
  public static Snapshot text(Schema schema, String offers) {
    ByteArrayInputStream text = new ByteArrayInputStream(offers.getBytes(UTF_8));
    return at(NOW, schema, new OfferCodec(schema).read(text));
  }

  /** Returns the three offers that golden files show. */
  static Snapshot golden() {
    return text(MarketplaceSchema.schema(), GoldenFile.text("offers.ndjson"));
  }
}
