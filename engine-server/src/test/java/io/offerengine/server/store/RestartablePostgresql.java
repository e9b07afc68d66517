package io.offerengine.server.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;

/** A PostgreSQL that tests stop and start again, with its data and its port. */
public final class RestartablePostgresql implements AutoCloseable {
  private final Path directory;
  private EmbeddedPostgres server;
  private final int port;

  /** Starts a server whose data is in a directory. */
  public RestartablePostgresql(Path directory) throws IOException {
    this.directory = directory;
    this.server = builder().start();
    this.port = server.getPort();
  }

  private EmbeddedPostgres.Builder builder() {
    return EmbeddedPostgres.builder()
        .setDataDirectory(directory.resolve("pg"))
        .setCleanDataDirectory(false);
  }

  /** Returns the address of a database. */
  public String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  /** Stops the server. All its connections break. */
  public void stop() throws IOException {
    server.close();
  }

  /** Starts the server again. */
  public void start() throws IOException {
    server = builder().setPort(port).start();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
