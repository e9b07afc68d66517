package io.offerengine.bench.searches;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import java.util.Iterator;

/** The schemas with which an engine may hold the market. */
public enum MarketSchema {
  /** The marketplace's, with all hints that its authors could think of. */
  MARKET {
    @Override
    public Schema schema() {
      return MarketplaceSchema.schema();
    }

    @Override
    Parameter<InstanceType> type() {
      return MarketplaceSchema.TYPE;
    }

    @Override
    Parameter<Double> storage() {
      return MarketplaceSchema.ALLOCATED_STORAGE;
    }

    @Override
    Offer converted(Offer offer) {
      return offer;
    }
  },
  /** The same fields as another program would declare them, and a title; see GenericSchema. */
  GENERIC {
    @Override
    public Schema schema() {
      return GenericSchema.SCHEMA;
    }

    @Override
    Parameter<InstanceType> type() {
      return GenericSchema.TYPE;
    }

    @Override
    Parameter<Double> storage() {
      return GenericSchema.STORAGE;
    }

    @Override
    Offer converted(Offer offer) {
      return GenericSchema.converted(offer);
    }
  };

  /** Returns the schema. */
  public abstract Schema schema();

  /** Returns the parameter that chooses the base price. */
  abstract Parameter<InstanceType> type();

  /** Returns the parameter of the storage to be allocated. */
  abstract Parameter<Double> storage();

  /** Returns an offer of the market as one of this schema. */
  abstract Offer converted(Offer offer);

  /** Returns whether offers have titles. */
  public boolean hasTitles() {
    return this == GENERIC;
  }

  /** Returns the field of a column. */
  public Field field(Column column) {
    return schema().field(column.label()).orElseThrow();
  }

  /** Sets the prices that a search computes. */
  public void price(QueryBuilder query, DrawnSearch search) {
    if (search.prices().isBid()) {
      query.with(type(), InstanceType.BID);
    }
    if (search.namesStorage()) {
      query.with(storage(), search.prices().storage());
    }
  }

  /** Returns the offers of a market as offers of this schema. */
  public Iterator<Offer> offers(Iterable<Offer> market) {
    Iterator<Offer> offers = market.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return offers.hasNext();
      }

      @Override
      public Offer next() {
        return converted(offers.next());
      }
    };
  }
}
