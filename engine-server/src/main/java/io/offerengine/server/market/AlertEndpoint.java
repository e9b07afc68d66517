package io.offerengine.server.market;

import io.offerengine.json.saved.AlertPage;
import io.offerengine.json.saved.SavedSearchCodec;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.alerts.AlertLog;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Answers with the caller's alerts; if there are none, when there are some or the time is over.
 *
 * <p><b>Threads.</b> Safe for use by many threads. A request that waits has none.
 */
final class AlertEndpoint {
  /** The query parameter with the cursor of the last answer. */
  static final String CURSOR = "cursor";

  /** The query parameter with the seconds to wait. */
  static final String WAIT = "wait";

  private static final int MOST_SECONDS = 60;

  private final AlertLog alerts;
  private final SavedSearchCodec codec;

  AlertEndpoint(AlertLog alerts, SavedSearchCodec codec) {
    this.alerts = alerts;
    this.codec = codec;
  }

  /** Answers now or later. */
  Answer answer(ApiRequest request) {
    long user = request.caller().user();
    String cursor = request.parameters().text(CURSOR);
    CompletableFuture<?> signal = alerts.await(user, wait(request.parameters().text(WAIT)));
    boolean isWaiting = false;
    try {
      AlertPage page = alerts.read(user, cursor);
      boolean isEmpty = page.alerts().isEmpty() && page.missed() == 0;
      isWaiting = isEmpty && !signal.isDone();
      if (isWaiting) {
        return Answer.later(signal, () -> answer(alerts.read(user, cursor)));
      }
      // An alert may have come, with its signal, since the first look.
      return answer(isEmpty ? alerts.read(user, cursor) : page);
    } finally {
      if (!isWaiting) {
        signal.complete(null);
      }
    }
  }

  private Answer answer(AlertPage page) {
    return Answer.ok(codec.writeAlerts(page)).notStored();
  }

  private static Duration wait(@Nullable String text) {
    if (text == null) {
      return Duration.ZERO;
    }
    if (!text.matches("[0-9]{1,2}") || Integer.parseInt(text) > MOST_SECONDS) {
      throw ErrorResponses.refusal(
          ErrorCode.INVALID_VALUE,
          "wait takes from 0 to "
              + MOST_SECONDS
              + " whole seconds, but got \""
              + ErrorResponses.echo(text)
              + "\"");
    }
    return Duration.ofSeconds(Integer.parseInt(text));
  }
}
