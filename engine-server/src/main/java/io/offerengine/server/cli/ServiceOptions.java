package io.offerengine.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The service that a command talks to. The key comes from the environment. */
final class ServiceOptions {
  /** The body of a request without one. */
  static final byte[] NO_BODY = {};

  private static final String KEY_VARIABLE = "OFFER_ENGINE_API_KEY";
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration CONNECT_TIME = Duration.ofSeconds(10);
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  /** Null before the first request: a client has threads. */
  private @Nullable HttpClient client;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The address of the service (default: ${DEFAULT-VALUE}).")
  private String url = "http://127.0.0.1:8080";

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /**
   * Sends a request and returns the body of the answer.
   *
   * @param target path and query, from the first slash on
   * @param body JSON; empty for none
   * @throws CommandFailure with the code {@link ExitCode#REQUEST} if the service refuses the
   *     request, {@link ExitCode#FAULT} if it can't be reached or can't answer now
   */
  byte[] send(CommandContext context, String method, String target, byte[] body)
      throws InterruptedException {
    HttpRequest request = request(context, method, target, body);
    HttpResponse<byte[]> answer;
    try {
      answer = client().send(request, BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAULT, "the service at " + url + " can't be reached: " + e + "; check --url");
    }
    if (answer.statusCode() == 200) {
      return answer.body();
    }
    String problem =
        "the service answered " + answer.statusCode() + ": " + new String(answer.body(), UTF_8);
    boolean mayHelpLater =
        answer.statusCode() == UNAVAILABLE || answer.statusCode() == TOO_MANY_REQUESTS;
    throw new CommandFailure(mayHelpLater ? ExitCode.FAULT : ExitCode.REQUEST, problem);
  }

  private HttpClient client() {
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(CONNECT_TIME)
              .build();
    }
    return client;
  }

  private HttpRequest request(CommandContext context, String method, String target, byte[] body) {
    String key = context.environment().get(KEY_VARIABLE);
    if (key == null) {
      throw new ParameterException(
          command.commandLine(), "No API key was given: set the variable " + KEY_VARIABLE);
    }
    try {
      return HttpRequest.newBuilder(URI.create(url.replaceAll("/+$", "") + target))
          .timeout(PATIENCE)
          .header("Authorization", "Bearer " + key)
          .header("Content-Type", "application/json")
          .method(method, BodyPublishers.ofByteArray(body))
          .build();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          command.commandLine(),
          "Invalid value for option '--url', or an invalid key: " + e.getMessage(),
          e);
    }
  }
}
