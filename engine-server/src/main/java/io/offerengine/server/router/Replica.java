package io.offerengine.server.router;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A member that answers for one shard, and what the router knows of it.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class Replica {
  /** The position of a replica that can't be asked. */
  static final long UNKNOWN = -1;

  private final URI address;
  private final int shard;
  private final String assignment;
  private final AtomicInteger running = new AtomicInteger();
  private long position = UNKNOWN;
  private @Nullable String problem = "has not answered yet";
  private boolean misassigned;

  /**
   * Creates a replica that is not known yet.
   *
   * @param shard the number of its shard, from 0
   * @param shards how many shards there are
   */
  Replica(URI address, int shard, int shards) {
    this.address = address;
    this.shard = shard;
    this.assignment = shard + 1 + "/" + shards;
  }

  /** Returns the address, without a slash at its end. */
  URI address() {
    return address;
  }

  /** Returns the number of the shard, from 0. */
  int shard() {
    return shard;
  }

  /** Returns how many parts it works on for this router. */
  AtomicInteger running() {
    return running;
  }

  /** Returns the greatest version that it is known to have; {@link #UNKNOWN} if it is unusable. */
  synchronized long position() {
    return position;
  }

  /** Returns why it is unusable; null if it is usable. */
  synchronized @Nullable String problem() {
    return problem;
  }

  /** Returns whether it answers for another shard than it is listed for. */
  synchronized boolean isMisassigned() {
    return misassigned;
  }

  /**
   * Notes an answer.
   *
   * @param told the shard that it answers for; null if it did not say
   * @param version the newest version that it has
   * @return whether the answer may be used: whether it comes from the right shard
   */
  synchronized boolean answered(@Nullable String told, long version) {
    misassigned = !assignment.equals(told);
    if (misassigned) {
      position = UNKNOWN;
      problem =
          told == null
              ? "is no member, or a member of another version: it does not say which shard it has"
              : "is listed as shard " + assignment + ", but has shard " + told;
      return false;
    }
    position = Math.max(position, version);
    problem = null;
    return true;
  }

  /** Notes which version it has, even if it was known to have a later one before. */
  synchronized void has(long version) {
    position = version;
  }

  /** Notes that it can't answer. */
  synchronized void failed(String reason) {
    position = UNKNOWN;
    misassigned = false;
    problem = reason;
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
