package io.offerengine.internal.exec;

import io.offerengine.internal.write.SmallMarket;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Operator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A search by price and what it comes to, told by sorting the goods.
 *
 * @param query the search
 * @param conditions what a good has to fulfil
 * @param order its order, identifiers last
 */
record PlainSearch(Query query, List<Predicate<Offer>> conditions, Comparator<Offer> order) {

  /**
   * Draws a search.
   *
   * @param prices the limit of the prices asked for
   */
  static PlainSearch draw(Random random, int prices) {
    QueryBuilder query = Query.builder(SmallMarket.schema());
    List<Predicate<Offer>> conditions = new ArrayList<>();
    if (random.nextInt(4) > 0) {
      boolean sale = random.nextBoolean();
      query.where(SmallMarket.SALE, Operator.EQ, sale);
      conditions.add(good -> (good.has(SmallMarket.SALE) && good.flag(SmallMarket.SALE)) == sale);
    }
    if (random.nextInt(3) > 0) {
      int colour = random.nextInt(3);
      query.where(SmallMarket.COLOUR, Operator.EQ, colour);
      conditions.add(good -> good.integer(SmallMarket.COLOUR) == colour);
    }
    if (random.nextInt(3) == 0) {
      int shape = random.nextInt(8);
      query.where(SmallMarket.SHAPE, Operator.GTE, shape);
      conditions.add(good -> good.integer(SmallMarket.SHAPE) >= shape);
    }
    if (random.nextInt(3) == 0) {
      double weight = random.nextDouble();
      query.where(SmallMarket.WEIGHT, Operator.GTE, weight);
      conditions.add(good -> good.number(SmallMarket.WEIGHT) >= weight);
    }
    addPrice(query, conditions, random, random.nextInt(prices));
    Comparator<Offer> order = by(query, SmallMarket.PRICE, random.nextBoolean());
    if (random.nextInt(3) == 0) {
      order = order.thenComparing(by(query, SmallMarket.WEIGHT, random.nextBoolean()));
    }
    query.limit(1 + random.nextInt(300)).fold(random.nextInt(3) == 0);
    return new PlainSearch(query.build(), conditions, order.thenComparingLong(Offer::id));
  }

  private static void addPrice(
      QueryBuilder query, List<Predicate<Offer>> conditions, Random random, int price) {
    Field field = SmallMarket.PRICE;
    switch (random.nextInt(5)) {
      case 0 -> {
        query.where(field, Operator.EQ, null);
        conditions.add(good -> !good.has(field));
      }
      case 1 -> {
        query.where(field, Operator.LTE, price);
        conditions.add(good -> good.has(field) && good.number(field) <= price);
      }
      case 2 -> {
        query.where(field, Operator.GTE, price);
        conditions.add(good -> good.has(field) && good.number(field) >= price);
      }
      default -> {}
    }
  }

  private static Comparator<Offer> by(QueryBuilder query, Field field, boolean descends) {
    query.orderBy(field, descends ? Direction.DESC : Direction.ASC);
    Comparator<Offer> byValue =
        Comparator.comparingDouble(good -> good.has(field) ? good.number(field) : 0);
    return Comparator.<Offer, Boolean>comparing(good -> !good.has(field))
        .thenComparing(descends ? byValue.reversed() : byValue);
  }

  /** Returns the identifiers of the results among some goods, best first. */
  List<Long> ids(List<Offer> goods) {
    Set<Long> crates = new HashSet<>();
    return goods.stream()
        .filter(good -> conditions.stream().allMatch(each -> each.test(good)))
        .sorted(order)
        .filter(good -> !query.fold() || crates.add(good.integer(SmallMarket.CRATE)))
        .limit(query.limit())
        .map(Offer::id)
        .toList();
  }
}
