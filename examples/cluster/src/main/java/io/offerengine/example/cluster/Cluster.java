package io.offerengine.example.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PostgreSQL, members that share it, and HAProxy before them, each in a process of its own.
 *
 * <p><b>Threads.</b> Confined to one thread, except for {@link #close}.
 */
final class Cluster implements AutoCloseable {
  /** The key of an administrator. Members get it in their environment. */
  static final String KEY = "cluster-example";

  private static final Pattern STORED_VERSION = Pattern.compile("\"version\":(\\d+)");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Process> processes = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> ports = new ArrayList<>();
  private int proxyPort;
  private final EmbeddedPostgres postgresql;
  private final Path logs;

  private Cluster(EmbeddedPostgres postgresql, Path logs) {
    this.postgresql = postgresql;
    this.logs = logs;
  }

  /** Starts a cluster, and returns when it is ready. */
  static Cluster start(int members) throws IOException, InterruptedException {
    Cluster cluster =
        new Cluster(EmbeddedPostgres.start(), Files.createTempDirectory("offer-engine-cluster"));
    try {
      for (int member = 0; member < members; member++) {
        cluster.startMember();
      }
      for (int port : cluster.ports) {
        cluster.awaitReady(port);
      }
      cluster.startProxy();
      cluster.awaitReady(cluster.proxyPort);
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Returns the address of the database. */
  String database() {
    return "jdbc:postgresql://localhost:" + postgresql.getPort() + "/postgres?user=postgres";
  }

  /** Returns the addresses of the members. */
  List<String> members() {
    return ports.stream().map(Cluster::address).toList();
  }

  /** Returns the address of HAProxy, at which clients ask. */
  String proxy() {
    return address(proxyPort);
  }

  /** Ends a member as a power failure would. The other members go on. */
  void killMember(int member) {
    processes.get(member).destroyForcibly().onExit().join();
  }

  /** Returns the directory of the logs, and of what members keep on the disk of their machine. */
  Path logs() {
    return logs;
  }

  /** Stores the offers that are packaged with the service, and returns the version with them. */
  long storeSample() throws IOException, InterruptedException {
    String name = "/io/offerengine/server/cli/sample-offers.ndjson";
    try (InputStream sample = Objects.requireNonNull(Cluster.class.getResourceAsStream(name))) {
      String answer =
          send(request("/admin/offers").PUT(BodyPublishers.ofByteArray(sample.readAllBytes())));
      Matcher version = STORED_VERSION.matcher(answer);
      if (!version.find()) {
        throw new IOException("no version in the answer " + answer);
      }
      return Long.parseLong(version.group(1));
    }
  }

  /** Sends a search of a version or a later one, and returns the answer. */
  String search(String body, long version) throws IOException, InterruptedException {
    return send(
        request("/api/v0/bundles/?min_version=" + version).POST(BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(proxy() + path))
        .header("Authorization", "Bearer " + KEY)
        .header("Content-Type", "application/json")
        .timeout(PATIENCE);
  }

  private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("the cluster answered " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  private static String address(int port) {
    return "http://127.0.0.1:" + port;
  }

  private void startMember() throws IOException {
    int port = freePort();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            "io.offerengine.server.Main",
            "serve",
            "--database",
            database(),
            "--port",
            String.valueOf(port),
            "--saved-offers",
            logs.resolve("member-" + port).toString());
    ProcessBuilder builder = logged(command, "member-" + port);
    // The service refuses variables with its prefix that are no options.
    builder.environment().keySet().removeIf(name -> name.startsWith("OFFER_ENGINE_"));
    builder.environment().put("OFFER_ENGINE_API_KEY", KEY);
    builder.environment().put("OFFER_ENGINE_SECRET", "0123456789abcdef".repeat(4));
    processes.add(builder.start());
    ports.add(port);
  }

  /** Starts HAProxy, which asks each member every second whether it is ready. */
  private void startProxy() throws IOException {
    proxyPort = freePort();
    StringBuilder text = new StringBuilder();
    try (InputStream template =
        Objects.requireNonNull(Cluster.class.getResourceAsStream("haproxy.cfg"))) {
      String general = new String(template.readAllBytes(), UTF_8);
      text.append(general.replace("PORT", String.valueOf(proxyPort)));
    }
    for (int port : ports) {
      text.append(String.format("    server member-%d 127.0.0.1:%d%n", port, port));
    }
    Path configuration = Files.writeString(logs.resolve("haproxy.cfg"), text);
    List<String> command = List.of(haproxy(), "-db", "-f", configuration.toString());
    processes.add(logged(command, "haproxy").start());
  }

  /** Returns where the Debian package puts the program, which is not on the path of all users. */
  private static String haproxy() {
    String usual = "/usr/sbin/haproxy";
    return Files.isExecutable(Path.of(usual)) ? usual : "haproxy";
  }

  private ProcessBuilder logged(List<String> command, String name) {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(logs.resolve(name + ".log").toFile());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void awaitReady(int port) throws IOException, InterruptedException {
    HttpRequest ready = HttpRequest.newBuilder(URI.create(address(port) + "/readyz")).build();
    for (Instant end = Instant.now().plus(PATIENCE); Instant.now().isBefore(end); ) {
      if (processes.stream().anyMatch(process -> !process.isAlive())) {
        throw new IOException("a process ended, see " + logs);
      }
      try {
        if (http.send(ready, BodyHandlers.discarding()).statusCode() == 200) {
          return;
        }
      } catch (IOException notYetListening) {
        // The process is starting.
      }
      Thread.sleep(100);
    }
    throw new IOException("port " + port + " was not ready in " + PATIENCE + ", see " + logs);
  }

  /** Stops all processes. Later calls do nothing. */
  @Override
  public void close() {
    List<Process> running = new ArrayList<>(processes);
    processes.clear();
    Collections.reverse(running);
    running.forEach(Process::destroy);
    running.forEach(process -> process.onExit().join());
    try {
      postgresql.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
