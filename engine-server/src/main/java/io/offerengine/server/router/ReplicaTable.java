package io.offerengine.server.router;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.ErrorResponses;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The replicas of all shards, and the versions that they are known to have.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class ReplicaTable {
  private final List<List<Replica>> shards = new ArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  /** Creates a table of replicas that nothing is known of. */
  public ReplicaTable(ShardAddresses addresses) {
    int count = addresses.shards().size();
    for (int shard = 0; shard < count; shard++) {
      int number = shard;
      shards.add(
          addresses.shards().get(shard).stream()
              .map(address -> new Replica(address, number, count))
              .toList());
    }
  }

  /** Returns the number of shards. */
  public int size() {
    return shards.size();
  }

  /** Returns all replicas. */
  List<Replica> all() {
    return shards.stream().flatMap(List::stream).toList();
  }

  /**
   * Returns the greatest version that each shard is known to have a replica for; -1 if a shard has
   * no usable replica.
   */
  public long position() {
    long least = Long.MAX_VALUE;
    for (int shard = 0; shard < shards.size(); shard++) {
      least = Math.min(least, position(shard));
    }
    return least;
  }

  private long position(int shard) {
    return shards.get(shard).stream().mapToLong(Replica::position).max().orElse(Replica.UNKNOWN);
  }

  /**
   * Returns the version that a search is answered at.
   *
   * @throws io.offerengine.query.EngineException UNAVAILABLE if a shard has no usable replica
   */
  long version() {
    for (int shard = 0; shard < shards.size(); shard++) {
      if (position(shard) == Replica.UNKNOWN) {
        throw unavailable(shard, "has no replica that can answer");
      }
    }
    // A replica may have failed since the loop; parts then find no candidate.
    return position();
  }

  /** Returns the refusal of a request that needs a shard. */
  EngineException unavailable(int shard, String reason) {
    return ErrorResponses.refusal(
        ErrorCode.UNAVAILABLE, name(shard) + " " + reason + "; try again");
  }

  /**
   * Returns the usable replicas of a shard in the order in which they are asked: first those that
   * are known to have a version, then the ones that work on the fewest parts. Equal ones take
   * turns.
   */
  List<Replica> candidates(int shard, long version) {
    List<Replica> replicas = shards.get(shard);
    if (replicas.size() == 1) {
      return replicas.get(0).problem() == null ? replicas : List.of();
    }
    int first = Math.floorMod(turn.getAndIncrement(), replicas.size());
    List<Candidate> usable = new ArrayList<>();
    for (int i = 0; i < replicas.size(); i++) {
      Replica replica = replicas.get((first + i) % replicas.size());
      long position = replica.position();
      if (position != Replica.UNKNOWN) {
        usable.add(
            new Candidate(replica, Math.min(0, position - version), replica.running().get()));
      }
    }
    usable.sort(
        Comparator.comparingLong(Candidate::lead).reversed().thenComparingInt(Candidate::running));
    return usable.stream().map(Candidate::replica).toList();
  }

  /** A replica as it was when the order was made, since its state changes meanwhile. */
  private record Candidate(Replica replica, long lead, int running) {}

  /** Returns the first usable replica; null if there is none. */
  @Nullable Replica any() {
    return all().stream().filter(replica -> replica.problem() == null).findFirst().orElse(null);
  }

  /** Returns how a message names a shard. */
  String name(int shard) {
    return "shard " + (shard + 1) + " of " + shards.size();
  }

  /** Returns by shard how many replicas have the version that searches are answered at. */
  public List<Integer> coverage() {
    long version = Math.max(0, position());
    return shards.stream()
        .map(shard -> (int) shard.stream().filter(each -> each.position() >= version).count())
        .toList();
  }

  /**
   * Returns what is wrong, for operators: shards without a usable replica, and replicas that have
   * another shard than they are listed for. Null if nothing is.
   */
  public @Nullable String problem() {
    List<String> problems = new ArrayList<>();
    for (int shard = 0; shard < shards.size(); shard++) {
      List<Replica> replicas = shards.get(shard);
      if (replicas.stream().allMatch(replica -> replica.problem() != null)) {
        List<String> reasons = replicas.stream().map(ReplicaTable::reason).toList();
        problems.add(
            name(shard) + " has no replica that can answer: " + String.join("; ", reasons));
      } else {
        replicas.stream()
            .filter(Replica::isMisassigned)
            .map(ReplicaTable::reason)
            .forEach(problems::add);
      }
    }
    return problems.isEmpty() ? null : String.join("; ", problems);
  }

  private static String reason(Replica replica) {
    return replica + " " + Objects.requireNonNullElse(replica.problem(), "answers again");
  }
}
