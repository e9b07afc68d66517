package io.offerengine.server.alerts;

import io.offerengine.json.JsonBody;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells a user that a batch made an offer satisfy a saved search.
 *
 * <p>An alert without an offer says that the batches up to its version were not compared: any
 * search of the user may have new matches.
 *
 * @param search the number of the saved search; null if the alert is for all searches of the user
 * @param offer the identifier of the offer, the cheapest of those that the batch made match; null
 *     if the batches were not compared
 * @param machine the machine of the offer; null if it has none
 * @param gpus how many GPUs the offer has; null if that is unknown
 * @param price the price per hour, with the storage of the search; null if the offer has none
 * @param more how many further offers the batch made match
 * @param version the number of the batch
 * @param time when the batch was stored, in seconds since 1970
 * @param quietUntil if the search has as many alerts as an hour may have: until when it has no more
 *     of them, in seconds since 1970; null otherwise. Alerts without an offer have the same limit
 */
public record Alert(
    @Nullable Long search,
    @Nullable Long offer,
    @Nullable Long machine,
    @Nullable Long gpus,
    @Nullable Double price,
    long more,
    long version,
    long time,
    @Nullable Long quietUntil) {
  /** Returns the alert as an object that {@link JsonBody#write} writes. */
  Map<String, @Nullable Object> members() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("search_id", search);
    members.put("offer_id", offer);
    members.put("machine_id", machine);
    members.put("num_gpus", gpus);
    members.put("price", price);
    members.put("more", more);
    members.put("version", version);
    members.put("time", time);
    members.put("quiet_until", quietUntil);
    return members;
  }
}
