package io.offerengine.bench.searches;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import java.util.Iterator;
import java.util.function.UnaryOperator;
import java.util.stream.StreamSupport;

/** The schemas with which an engine may hold the market. */
@SuppressWarnings("ImmutableEnumChecker") // schemas, parameters and converters are immutable
public enum MarketSchema {
  /** The marketplace's, with all hints that its authors could think of. */
  MARKET(
      MarketplaceSchema.schema(),
      MarketplaceSchema.TYPE,
      MarketplaceSchema.ALLOCATED_STORAGE,
      offer -> offer),
  /** The same fields as another program would declare them, and a title; see GenericSchema. */
  GENERIC(
      GenericSchema.SCHEMA, GenericSchema.TYPE, GenericSchema.STORAGE, GenericSchema::converted);

  private final Schema schema;
  private final Parameter<InstanceType> type;
  private final Parameter<Double> storage;

  private final UnaryOperator<Offer> converter;

  MarketSchema(
      Schema schema,
      Parameter<InstanceType> type,
      Parameter<Double> storage,
      UnaryOperator<Offer> converter) {
    this.schema = schema;
    this.type = type;
    this.storage = storage;
    this.converter = converter;
  }

  /** Returns the schema. */
  public Schema schema() {
    return schema;
  }

  /** Returns whether offers have titles. */
  public boolean hasTitles() {
    return this == GENERIC;
  }

  /** Returns the field of a column. */
  public Field field(Column column) {
    return schema.field(column.label()).orElseThrow();
  }

  /** Sets the prices that a search computes. */
  public void price(QueryBuilder query, DrawnSearch search) {
    if (search.prices().isBid()) {
      query.with(type, InstanceType.BID);
    }
    if (search.namesStorage()) {
      query.with(storage, search.prices().storage());
    }
  }

  /** Returns the offers of a market as offers of this schema. */
  public Iterator<Offer> offers(Iterable<Offer> market) {
    return StreamSupport.stream(market.spliterator(), false).map(converter).iterator();
  }
}
