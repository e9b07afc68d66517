package io.offerengine.server;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.LogRestoredException;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.cluster.ReloadException;
import io.offerengine.cluster.kafka.KafkaLog;
import io.offerengine.cluster.kafka.KafkaSettings;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Schema;
import io.offerengine.server.alerts.KafkaWatchedLog;
import io.offerengine.server.alerts.WatchedLog;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.http.Route;
import io.offerengine.server.router.ToWriter;
import io.offerengine.server.store.Database;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The log on Apache Kafka, which one member at a time writes: the others pass changes on to it.
 *
 * <p>Source: decision 101.
 */
final class KafkaMemberLog implements MemberLog {
  private final KafkaLog log;
  private final KafkaWatchedLog watched;
  private final String location;
  private final String ownAddress;

  /**
   * Opens a log.
   *
   * @param database has the saved searches
   * @param ownAddress how other members reach this one
   */
  KafkaMemberLog(KafkaSettings settings, Database database, String ownAddress) {
    this.location = settings.describe();
    this.ownAddress = ownAddress;
    log = new KafkaLog(settings, MarketplaceSchema.schema(), ownAddress);
    watched = new KafkaWatchedLog(database, log);
  }

  @Override
  public KafkaLog log() {
    return log;
  }

  @Override
  public String describe() {
    return location;
  }

  @Override
  public boolean hasAllSince(Position position) {
    try (ChangeLog.Tail tail = log.tail(position)) {
      tail.poll(Duration.ZERO);
      return true;
    } catch (ReloadException | LogRestoredException | LogUnavailableException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Does nothing: the options refuse a file. */
  @Override
  public Filled fill(@Nullable OfferSource first, Schema schema, DuplicatePolicy duplicates) {
    return new Filled(Map.of(), false);
  }

  @Override
  public WatchedLog watched() {
    return watched;
  }

  @Override
  public void followedBy(OfferEngine engine, LogFollower follower) {
    log.use(engine, follower);
    watched.followedBy(engine, follower);
  }

  @Override
  public List<Route> whereItIsWritten(List<Route> routes, LogFollower follower) {
    ToWriter writer = new ToWriter(this::writer, ownAddress, follower::reached);
    return routes.stream().map(route -> isChange(route) ? writer.at(route) : route).toList();
  }

  /** Returns the address of the writer; empty if it is not known. */
  private String writer() {
    try {
      return log.writer();
    } catch (LogUnavailableException e) {
      // The append says so too.
      return "";
    }
  }

  private static boolean isChange(Route route) {
    return !route.method().equals("GET");
  }

  @Override
  public void close() {
    watched.close();
    log.close();
  }
}
