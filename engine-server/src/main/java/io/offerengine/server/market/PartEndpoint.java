package io.offerengine.server.market;

import io.offerengine.Snapshot;
import io.offerengine.cluster.HeldVersions;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.ErrorResponses;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers a router's request for the part that this member's offers have in an answer.
 *
 * <p>All parts of an answer must be of one version and one time, so the router names both. If the
 * member has not reached the version, the request waits, up to the deadline of searches. Every
 * answer, a refusal included, names the version that the member has.
 *
 * <p><b>Threads.</b> Safe for use by many threads. A request that waits has none.
 */
final class PartEndpoint implements Endpoint {
  /** The header with the version to answer at; without it, the newest version is answered. */
  static final String VERSION = "Offers-Version";

  /** The header with the time of a search, in seconds since 1970. */
  static final String CLOCK = "Search-Clock";

  /** The header with the version that the member has. */
  static final String MEMBER_VERSION = "Member-Version";

  /** The header with the number of the member's shard and how many shards there are. */
  static final String SHARD = "Offers-Shard";

  /** How long a request waits for its version if searches have no deadline. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private final Member member;
  private final Reader reader;

  /**
   * The member that answers.
   *
   * @param versions which versions of the offers it has
   * @param held its recent versions
   * @param shard its shard, such as {@code 2/3}
   */
  record Member(OfferVersions versions, HeldVersions held, String shard) {}

  /** Reads requests of one kind. */
  @FunctionalInterface
  interface Reader {
    /**
     * Reads a request.
     *
     * @throws EngineException if it can't be read
     */
    Part read(ApiRequest request);
  }

  /** A request that was read. */
  @FunctionalInterface
  interface Part {
    /** Answers it. */
    Answer at(Snapshot snapshot);
  }

  /**
   * Creates an endpoint.
   *
   * @param reader reads the requests of a kind
   */
  PartEndpoint(Member member, Reader reader) {
    this.member = member;
    this.reader = reader;
  }

  @Override
  public Answer answer(ApiRequest request) throws IOException {
    // Before the snapshot: later batches than those of the answer must not count.
    Duration age = member.versions().age();
    try {
      Part part = reader.read(request);
      String problem = member.versions().problem();
      if (problem != null) {
        throw ErrorResponses.refusal(ErrorCode.UNAVAILABLE, problem);
      }
      long version = version(request);
      double clock = clock(request);
      Snapshot snapshot = member.held().snapshot(version);
      if (snapshot == null) {
        return named(await(version, request.timeLeft()), age);
      }
      Answer answer = part.at(Double.isNaN(clock) ? snapshot : snapshot.at(clock));
      return named(VersionedEndpoint.of(snapshot, answer), age);
    } catch (EngineException e) {
      return named(ErrorResponses.of(e), age);
    }
  }

  /** Names the member's version, its shard and the age of its offers. */
  private Answer named(Answer answer, @Nullable Duration age) {
    Answer named =
        answer
            .with(MEMBER_VERSION, Long.toString(member.versions().version()))
            .with(SHARD, member.shard());
    return age == null ? named : named.with(VersionedEndpoint.AGE, Long.toString(age.toSeconds()));
  }

  private Answer await(long version, @Nullable Duration timeLeft) {
    Duration longest = timeLeft == null ? LONGEST_WAIT : timeLeft;
    return Answer.again(
        member
            .versions()
            .reached(version)
            .orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS)
            .exceptionally(timeout -> {
              throw notReached(version);
            }));
  }

  private EngineException notReached(long version) {
    return ErrorResponses.refusal(
        ErrorCode.VERSION_NOT_HELD,
        "the version "
            + version
            + " of the offers did not come in time; this member has the version "
            + member.versions().version());
  }

  /** Returns the version that a request names, or else the newest one. */
  private long version(ApiRequest request) {
    String text = request.header(VERSION);
    if (text == null) {
      return member.versions().version();
    }
    if (!text.matches("[0-9]{1,18}")) {
      throw invalid(VERSION, "a version, a whole number of at most 18 digits", text);
    }
    return Long.parseLong(text);
  }

  /** Returns the time that a request names; NaN if it names none. */
  private static double clock(ApiRequest request) {
    String text = request.header(CLOCK);
    if (text == null) {
      return Double.NaN;
    }
    try {
      double seconds = Double.parseDouble(text);
      if (Double.isFinite(seconds)) {
        return seconds;
      }
    } catch (NumberFormatException e) {
      // The same refusal as for infinity follows.
    }
    throw invalid(CLOCK, "a time, a number of seconds since 1970", text);
  }

  private static EngineException invalid(String header, String allowed, String text) {
    return ErrorResponses.refusal(
        ErrorCode.INVALID_VALUE,
        "the header "
            + header
            + " takes "
            + allowed
            + ", but got \""
            + ErrorResponses.echo(text)
            + "\"");
  }
}
