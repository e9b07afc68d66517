package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.limit.BusyException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Status, headers and body of errors. */
class ErrorResponsesTest {
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "999, 1", "1000, 1", "1001, 2", "59999, 60", "60000, 60"})
  void of_aRefusalThatKnowsHowLongItHolds_saysSoInWholeSeconds(long millis, String seconds) {
    for (ErrorCode code : List.of(ErrorCode.TOO_MANY_REQUESTS, ErrorCode.UNAVAILABLE)) {
      Duration wait = Duration.ofMillis(millis);
      BusyException busy = new BusyException(code, BusyException.Cause.SLOTS, "why", wait);
      Answer answer = ErrorResponses.of(busy);
      assertThat(answer.refusal()).isEqualTo("slots");
      assertThat(answer.headers()).containsEntry("Retry-After", seconds);
      assertThat(body(answer)).endsWith("\"msg\":\"" + code + ": why\"}");
    }
  }

  @Test
  void of_aTextOfEveryKind_isQuotedAsJson() {
    Answer answer =
        ErrorResponses.of(
            new EngineException(ErrorCode.INVALID_VALUE, "\"a\\b\"\n\u0000\u001f/ é \ud83d\ude00"));
    assertThat(body(answer))
        .endsWith("\"msg\":\"\\\"a\\\\b\\\"\\n\\u0000\\u001F/ é \ud83d\ude00\"}");
  }

  private static String body(Answer answer) {
    return UTF_8.decode(((Answer.Held) answer.body()).bytes().duplicate()).toString();
  }
}
