package io.offerengine.server.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.server.Main;
import io.offerengine.server.ServiceProcess.Client;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A router in its own process that listens. */
final class RouterProcess implements AutoCloseable {
  private final Process process;
  private final String address;

  private RouterProcess(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** Starts a router with a shard at each address, and waits until it listens. */
  static RouterProcess start(List<String> shards, String... options) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "router",
                "--port",
                "0"));
    shards.forEach(shard -> command.addAll(List.of("--shard", shard)));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().keySet().removeIf(name -> name.startsWith("OFFER_ENGINE_"));
    Process process = builder.start();
    BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    String line = out.readLine();
    if (line == null || !line.startsWith("Routing to ")) {
      throw new AssertionError("the router did not start: " + line);
    }
    return new RouterProcess(process, line.substring(line.lastIndexOf(' ') + 1));
  }

  /** Returns a client with a key. */
  Client client(String key) {
    return new Client(address, key, Duration.ofMinutes(1));
  }

  /** Kills the router. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
