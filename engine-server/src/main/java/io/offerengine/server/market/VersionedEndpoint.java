package io.offerengine.server.market;

import io.offerengine.Snapshot;
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
 * A search that waits for the version of the offers that its client asks for, and names the age of
 * its answer.
 *
 * <p><b>Threads.</b> Safe for use by many threads. A request that waits has none.
 */
final class VersionedEndpoint implements Endpoint {
  /** The query parameter with the least version that a client accepts. */
  static final String LEAST = "min_version";

  /** The header with the version of the offers. */
  static final String VERSION = "Offers-Version";

  /** The header with the age of the offers, in whole seconds. */
  static final String AGE = "Offers-Age";

  /** How long a request waits if searches have no deadline. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private final OfferVersions versions;
  private final Endpoint search;

  /**
   * Wraps an endpoint.
   *
   * @param search answers by a snapshot that it takes itself
   */
  VersionedEndpoint(OfferVersions versions, Endpoint search) {
    this.versions = versions;
    this.search = search;
  }

  /** Returns an answer that names the version of its offers. */
  static Answer of(Snapshot snapshot, Answer answer) {
    return answer.with(VERSION, Long.toString(snapshot.version()));
  }

  @Override
  public Answer answer(ApiRequest request) throws IOException {
    long least = request.parameters().version(LEAST);
    String problem = versions.problem();
    if (problem != null) {
      throw ErrorResponses.refusal(ErrorCode.UNAVAILABLE, problem);
    }
    if (versions.version() < least) {
      return await(least, request.timeLeft());
    }
    Duration age = versions.age();
    Answer answer = search.answer(request);
    return age == null ? answer : answer.with(AGE, Long.toString(age.toSeconds()));
  }

  private Answer await(long least, @Nullable Duration timeLeft) {
    Duration longest = timeLeft == null ? LONGEST_WAIT : timeLeft;
    return Answer.again(
        versions
            .reached(least)
            .orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS)
            .exceptionally(timeout -> {
              throw tooLate(least);
            }));
  }

  private EngineException tooLate(long least) {
    return ErrorResponses.refusal(
        ErrorCode.DEADLINE_EXCEEDED,
        ("the offers have the version %s, and the version %s, which min_version asks for,"
                + " did not come in time; try again")
            .formatted(versions.version(), least));
  }
}
