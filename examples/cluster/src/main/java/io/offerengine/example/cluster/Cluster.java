package io.offerengine.example.cluster;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
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
 * PostgreSQL, a member for each shard, and a router, each in a process of its own.
 *
 * <p><b>Threads.</b> Confined to one thread, except for {@link #close}.
 */
final class Cluster implements AutoCloseable {
  /** The key of an administrator. Members and router get it in their environment. */
  static final String KEY = "cluster-example";

  private static final Pattern STORED_VERSION = Pattern.compile("\"version\":(\\d+)");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Process> processes = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> ports = new ArrayList<>();
  private final EmbeddedPostgres postgresql;
  private final Path logs;

  private Cluster(EmbeddedPostgres postgresql, Path logs) {
    this.postgresql = postgresql;
    this.logs = logs;
  }

  /** Starts a cluster, and returns when it is ready. */
  static Cluster start(int shards) throws IOException, InterruptedException {
    Cluster cluster =
        new Cluster(EmbeddedPostgres.start(), Files.createTempDirectory("offer-engine-cluster"));
    try {
      List<String> router = new ArrayList<>(List.of("router"));
      for (int shard = 1; shard <= shards; shard++) {
        cluster.run(
            List.of(
                "serve",
                "--follow",
                "--database",
                cluster.database(),
                "--shard",
                shard + "/" + shards));
        router.addAll(List.of("--shard", cluster.member(shard)));
      }
      cluster.run(router);
      for (int port : cluster.ports) {
        cluster.awaitReady(port);
      }
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

  /** Returns the address of the member of a shard, counted from 1. */
  String member(int shard) {
    return address(ports.get(shard - 1));
  }

  /** Returns the address of the router. */
  String router() {
    return address(ports.get(ports.size() - 1));
  }

  /** Returns the directory of the logs. */
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

  /** Sends a search of a version or a later one to the router, and returns the answer. */
  String search(String body, long version) throws IOException, InterruptedException {
    return send(
        request("/api/v0/bundles/?min_version=" + version).POST(BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(router() + path))
        .header("Authorization", "Bearer " + KEY)
        .header("Content-Type", "application/json")
        .timeout(PATIENCE);
  }

  private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("the router answered " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  private static String address(int port) {
    return "http://127.0.0.1:" + port;
  }

  private void run(List<String> arguments) throws IOException {
    int port = freePort();
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.offerengine.server.Main"));
    command.addAll(arguments);
    command.addAll(List.of("--port", String.valueOf(port)));
    File log = logs.resolve(arguments.get(0) + "-" + port + ".log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log);
    // The service refuses variables with its prefix that are no options.
    builder.environment().keySet().removeIf(name -> name.startsWith("OFFER_ENGINE_"));
    builder.environment().put("OFFER_ENGINE_API_KEY", KEY);
    builder.environment().put("OFFER_ENGINE_SECRET", "0123456789abcdef".repeat(4));
    processes.add(builder.start());
    ports.add(port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void awaitReady(int port) throws IOException, InterruptedException {
    HttpRequest ready = HttpRequest.newBuilder(URI.create(address(port) + "/readyz")).build();
    for (Instant end = Instant.now().plus(PATIENCE); Instant.now().isBefore(end); ) {
      Process process = processes.get(ports.indexOf(port));
      if (!process.isAlive()) {
        throw new IOException("a process ended with " + process.exitValue() + ", see " + logs);
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
