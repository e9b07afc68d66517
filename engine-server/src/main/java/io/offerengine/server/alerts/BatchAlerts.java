package io.offerengine.server.alerts;

import io.offerengine.log.LogEntry;
import io.offerengine.log.LoggedChange;
import io.offerengine.schema.Offer;
import io.offerengine.server.alerts.AlertTable.UserAlert;
import io.offerengine.server.store.Database;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Decides the alerts of one batch, of some searches at a time.
 *
 * <p>The batch is matched once to find which searches newly match, and once more for each {@link
 * #next}. So memory is needed for the numbers of all searches that match, and for the rules of some
 * of them, however many offers each of them matches.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class BatchAlerts {
  private final LogEntry batch;
  private final Instant now;
  private final SavedSearchRegistry searches;
  private final AlertLimits limits;

  /** The numbers of the searches that newly match, ascending. */
  private final long[] matching;

  /** How many of them are decided. */
  private int decided;

  /** Receives a search that an offer newly satisfies. */
  @FunctionalInterface
  private interface Receiver {
    void take(long search, Offer offer);
  }

  /**
   * Finds the searches that newly match.
   *
   * @param now the time at which the offers are compared
   */
  BatchAlerts(LogEntry batch, Instant now, SavedSearchRegistry searches, AlertLimits limits) {
    this.batch = batch;
    this.now = now;
    this.searches = searches;
    this.limits = limits;
    Set<Long> found = new HashSet<>();
    match((id, offer) -> {
      WatchedSearch search = searches.watched(id);
      if (search != null && search.since() < batch.number()) {
        found.add(id);
      }
    });
    matching = found.stream().mapToLong(Long::longValue).sorted().toArray();
  }

  private void match(Receiver receiver) {
    for (LoggedChange each : batch.changes()) {
      Offer after = each.after();
      if (after != null) {
        LongConsumer sink = id -> receiver.take(id, after);
        searches.index().matchChange(each.before(), after, now, sink);
      }
    }
  }

  /** Returns whether all searches are decided. */
  boolean isOver() {
    return decided == matching.length;
  }

  /**
   * Decides the next searches. If this throws, begin with the batch again.
   *
   * @param most how many searches and machines to hold in memory; a search is decided as a whole
   * @return the alerts by ascending number of the search
   * @throws io.offerengine.server.store.StoreException if the database fails
   */
  List<UserAlert> next(Database database, int most) {
    if (isOver()) {
      return List.of();
    }
    Map<Long, AlertRule> rules = database.read(sql -> rules(new AlertTable(sql), most));
    match((id, offer) -> {
      AlertRule rule = rules.get(id);
      if (rule != null) {
        rule.add(AlertRule.Hit.of(offer, rule.search().query(), now));
      }
    });
    List<UserAlert> alerts = new ArrayList<>();
    for (AlertRule rule : rules.values()) {
      Alert alert = rule.alert();
      if (alert != null) {
        alerts.add(new UserAlert(rule.search().user(), alert));
      }
    }
    return alerts;
  }

  private Map<Long, AlertRule> rules(AlertTable table, int most) throws SQLException {
    long time = batch.time().getEpochSecond();
    Map<Long, AlertRule> rules = new LinkedHashMap<>();
    for (int held = 0; held < most && !isOver(); decided++) {
      WatchedSearch search = searches.watched(matching[decided]);
      if (search != null) {
        List<Alert> sent = table.sent(search.id(), AlertRule.firstThatMatters(search, time));
        AlertRule rule = new AlertRule(search, sent, batch.number(), time, limits);
        rules.put(search.id(), rule);
        held += 1 + rule.machines();
      }
    }
    return rules;
  }
}
