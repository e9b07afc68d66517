package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A service in its own process that has printed its start message. */
public final class ServiceProcess implements AutoCloseable {
  private static final Pattern CURL =
      Pattern.compile("curl -sS (\\S+) -H \"(.*?): (.*?)\" -H '(.*?): (.*?)' -d '(.*)'");

  private static final Duration MOST_PATIENCE = Duration.ofMinutes(5);

  private final Process process;
  private final List<String> message;
  private final TestClient client = new TestClient(this::address);

  private ServiceProcess(Process process) throws IOException {
    this.process = process;
    this.message = message(process);
  }

  /**
   * Starts the process, without waiting for its message.
   *
   * @param options several may stand in one text, with blanks between them
   */
  public static Process launch(Map<String, String> environment, String... options)
      throws IOException {
    return launch(ProcessBuilder.Redirect.INHERIT, environment, options);
  }

  private static Process launch(
      ProcessBuilder.Redirect errors, Map<String, String> environment, String... options)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED"); // as the manifest of the service's jar says
    // Short lives: most of a start is compilation, and a fifth is the verification of classes.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Main.class.getName(), "serve"));
    Stream.of(options).flatMap(each -> Stream.of(each.split(" ", -1))).forEach(command::add);
    if (!command.contains("--port")) {
      command.addAll(List.of("--port", "0"));
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(errors);
    builder.environment().keySet().removeIf(name -> name.startsWith("OFFER_ENGINE_"));
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Starts a service and waits for its message. */
  public static ServiceProcess start(Map<String, String> environment, String... options)
      throws IOException {
    return new ServiceProcess(launch(environment, options));
  }

  /** Starts a service whose log goes to a file, and waits for its message. */
  public static ServiceProcess startLogging(
      Path log, Map<String, String> environment, String... options) throws IOException {
    try {
      return new ServiceProcess(
          launch(ProcessBuilder.Redirect.to(log.toFile()), environment, options));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + Files.readString(log), e);
    }
  }

  /** Waits for the message of a service, and returns its lines. */
  static List<String> message(Process process) throws IOException {
    List<String> message = new ArrayList<>();
    BufferedReader out = process.inputReader(UTF_8);
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      message.add(line);
      if (line.startsWith("curl ")) {
        return message;
      }
    }
    throw new AssertionError("the service did not start: " + message);
  }

  /** Returns the lines of the message. */
  public List<String> message() {
    return message;
  }

  /** Sends the request of the curl line in the start message. */
  public HttpResponse<String> curl(String key) throws IOException, InterruptedException {
    Matcher line = line();
    String authorization = line.group(3).replace("$OFFER_ENGINE_API_KEY", key);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(line.group(1)))
            .header(line.group(2), authorization)
            .header(line.group(4), line.group(5))
            .POST(BodyPublishers.ofString(line.group(6)))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString(UTF_8));
  }

  /** Returns a client with a key. */
  public TestClient client(String key) {
    return client.as(key).within(MOST_PATIENCE);
  }

  /** Returns where the service listens, without a slash at the end. */
  private String address() {
    String first = message.get(message.size() - 1).split(" ", -1)[2];
    String address = URI.create(first).resolve("/").toString();
    return address.substring(0, address.length() - 1);
  }

  private Matcher line() {
    Matcher line = CURL.matcher(message.get(message.size() - 1));
    assertThat(line.matches()).as(message.toString()).isTrue();
    return line;
  }

  /** Stops the service by SIGTERM and returns its exit code. */
  public int stop() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }

  /** Sends SIGTERM without waiting for the end. */
  public void terminate() {
    process.destroy();
  }

  /** Stops the process by SIGSTOP until {@link #resume}. */
  public void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Lets a stopped process go on. */
  public void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    CommandRun.ofProgram("kill", "-" + name, Long.toString(process.pid())).succeeded();
  }

  /** Kills the service by SIGKILL and waits until it is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Kills the service and waits for its end, which frees its lock on the database. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
