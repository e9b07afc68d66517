package io.offerengine.server.router;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.server.http.Answer;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A refusal of a member that the router passes on unchanged. */
final class MemberRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final List<String> HEADERS = List.of("WWW-Authenticate", "Retry-After", "Allow");

  /** Every error of the service begins like this. */
  private static final Pattern ERROR =
      Pattern.compile("\\{\"success\":false,\"error\":\"([a-z_]+)\",\"msg\":\"");

  private final transient Answer answer;

  private MemberRefusal(Answer answer) {
    super("a member answered " + answer.status(), null, false, false);
    this.answer = answer;
  }

  /** Returns the refusal of a response that is no success. */
  static MemberRefusal of(HttpResponse<?> response, byte[] body) {
    Answer answer = Answer.of(response.statusCode(), body).refusedFor(code(body));
    for (String name : HEADERS) {
      Optional<String> value = response.headers().firstValue(name);
      if (value.isPresent()) {
        answer = answer.with(name, value.get());
      }
    }
    return new MemberRefusal(answer);
  }

  /** Returns the code of an error; {@code refused} if the body is no error of the service. */
  static String code(byte[] body) {
    Matcher error = ERROR.matcher(new String(body, UTF_8));
    return error.lookingAt() ? error.group(1) : "refused";
  }

  /** Returns the answer. */
  Answer answer() {
    return answer;
  }
}
