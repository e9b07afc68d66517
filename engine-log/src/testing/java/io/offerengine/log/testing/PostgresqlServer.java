package io.offerengine.log.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A real PostgreSQL, started for the first test that needs it and stopped at the end. */
public final class PostgresqlServer {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  /** How long a start may take: after a kill, the server reads its log first. */
  static final Duration PATIENCE = Duration.ofMinutes(1);

  private PostgresqlServer() {}

  /** Starts the server on the first use. */
  private static final class Started {
    static final EmbeddedPostgres SERVER = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder().setPGStartupWait(PATIENCE).start();
      } catch (IOException e) {
        throw new UncheckedIOException("PostgreSQL can't be started", e);
      }
    }
  }

  /** Makes an empty database and returns its address. */
  public static String newDatabase() {
    String name = "test" + DATABASES.incrementAndGet();
    try (Connection connection = Started.SERVER.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return Started.SERVER.getJdbcUrl("postgres", name);
  }
}
