package io.offerengine.server;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.LogFollower;
import io.offerengine.cluster.Position;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.schema.Schema;
import io.offerengine.server.alerts.WatchedLog;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.http.Route;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The log that a member follows and appends to, and what depends on where the log is.
 *
 * <p><b>Threads.</b> Confined to the command's thread, except for the log.
 */
interface MemberLog extends AutoCloseable {
  /**
   * What a first file of offers came to.
   *
   * @param skippedFields how often each unknown field was skipped
   * @param isFileSkipped whether the file was not read, since there were offers before
   */
  record Filled(Map<String, Long> skippedFields, boolean isFileSkipped) {}

  /** Returns the log. */
  io.offerengine.cluster.ChangeLog log();

  /** Returns the name of the log for people. */
  String describe();

  /** Returns whether the log has every change since a position. */
  boolean hasAllSince(Position position);

  /**
   * Fills the log by a file if it never had offers.
   *
   * @throws io.offerengine.server.cli.CommandFailure if an offer can't be read
   */
  Filled fill(@Nullable OfferSource first, Schema schema, DuplicatePolicy duplicates);

  /** Returns the log as alerts read it. */
  WatchedLog watched();

  /** Notes the engine that follows the log and has all offers. */
  void followedBy(OfferEngine engine, LogFollower follower);

  /** Returns routes that change offers, so that they are answered where the log is written. */
  List<Route> whereItIsWritten(List<Route> routes, LogFollower follower);

  @Override
  void close();
}
