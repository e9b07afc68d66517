package io.offerengine.server.log;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Route;
import io.offerengine.server.keys.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The operator's routes that show and change the level of the log. */
public final class LogRoutes {
  private static final String PATH = "/admin/log-level";
  private static final String LEVEL = "level";

  private LogRoutes() {}

  /** Returns the routes. */
  public static List<Route> of(ServiceLogs logs) {
    return List.of(
        Route.of(Scope.ADMIN, "GET", PATH, request -> show(logs)),
        Route.of(Scope.ADMIN, "PUT", PATH, request -> change(logs, request)).knowing(LEVEL));
  }

  private static Answer show(ServiceLogs logs) {
    return Answer.success("level", logs.level().wireName());
  }

  private static Answer change(ServiceLogs logs, ApiRequest request) {
    String name = request.parameters().text(LEVEL);
    @Nullable LogLevel level = name == null ? null : LogLevel.of(name);
    if (level == null) {
      throw ErrorResponses.refusal(
          ErrorCode.INVALID_REQUEST,
          "the query parameter level is one of "
              + Arrays.stream(LogLevel.values())
                  .map(LogLevel::wireName)
                  .collect(Collectors.joining(", "))
              + ", but got "
              + (name == null ? "none" : "\"" + ErrorResponses.echo(name) + "\""));
    }
    logs.setLevel(level);
    return show(logs).about("level " + level.wireName());
  }
}
