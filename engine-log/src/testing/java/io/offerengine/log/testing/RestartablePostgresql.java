package io.offerengine.log.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A PostgreSQL that tests stop and start again, with its data and its port. */
public final class RestartablePostgresql implements AutoCloseable {
  private final Path directory;

  /** Whether a commit waits for the disk; most tests don't need this. */
  private final boolean isDurable;

  private EmbeddedPostgres server;
  private final int port;
  private boolean isPaused;

  /** Starts a server whose data is in a directory. */
  public RestartablePostgresql(Path directory) throws IOException {
    this(directory, false);
  }

  private RestartablePostgresql(Path directory, boolean isDurable) throws IOException {
    this.directory = directory;
    this.isDurable = isDurable;
    this.server = builder().start();
    this.port = server.getPort();
  }

  /** Starts a server whose commits are on the disk, as those of users are. */
  public static RestartablePostgresql durable(Path directory) throws IOException {
    return new RestartablePostgresql(directory, true);
  }

  private EmbeddedPostgres.Builder builder() {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setPGStartupWait(PostgresqlServer.PATIENCE)
            .setDataDirectory(directory.resolve("pg"))
            .setCleanDataDirectory(false);
    String isOn = isDurable ? "on" : "off";
    for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
      builder.setServerConfig(setting, isOn);
    }
    return builder;
  }

  /** Returns the address of a database. */
  public String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  /** Stops the server. All its connections break. */
  public void stop() throws IOException {
    server.close();
  }

  /** Kills all processes of the server at once, as a loss of power does. */
  public void kill() throws IOException {
    signal("KILL");
    try {
      server.close();
    } catch (IOException | RuntimeException nothingIsLeftToStop) {
      // The lock of the directory is released all the same.
    }
  }

  /** Starts the server again. */
  public void start() throws IOException {
    server = builder().setPort(port).start();
  }

  /** Kills the server, copies its data, and starts it again. */
  public void copyData() throws IOException {
    replace(directory.resolve("pg"), directory.resolve("copy"));
  }

  /** Kills the server, puts the copy of its data in the place of its data, and starts it again. */
  public void restoreData() throws IOException {
    replace(directory.resolve("copy"), directory.resolve("pg"));
  }

  private void replace(Path source, Path target) throws IOException {
    kill();
    run(List.of("rm", "-rf", target.toString()));
    // With owners and modes, on which the server insists.
    run(List.of("cp", "-a", source.toString(), target.toString()));
    start();
  }

  /** Stops all processes of the server, which then accept connections and answer nothing. */
  public void pause() throws IOException {
    signal("STOP");
    isPaused = true;
  }

  /** Lets the server go on after {@link #pause}. */
  public void resume() throws IOException {
    signal("CONT");
    isPaused = false;
  }

  private void signal(String name) throws IOException {
    String first = Files.readAllLines(directory.resolve("pg/postmaster.pid")).get(0).strip();
    ProcessHandle postmaster = ProcessHandle.of(Long.parseLong(first)).orElseThrow();
    // It makes no more processes from here on. Those of closed connections end by themselves.
    run(List.of("kill", "-STOP", first));
    postmaster.descendants().forEach(each -> signal(name, each));
    run(List.of("kill", "-" + name, first));
  }

  private static void signal(String name, ProcessHandle process) {
    try {
      run(List.of("kill", "-" + name, Long.toString(process.pid())));
    } catch (IOException e) {
      if (process.isAlive()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void run(List<String> command) throws IOException {
    try {
      if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
        throw new IOException("failed: " + String.join(" ", command));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    if (isPaused) {
      resume();
    }
    server.close();
  }
}
