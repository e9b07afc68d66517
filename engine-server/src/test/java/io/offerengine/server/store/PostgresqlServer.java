package io.offerengine.server.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A real PostgreSQL, started for the tests that ask for it and stopped with them. */
public final class PostgresqlServer {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private PostgresqlServer() {}

  /** Holds the server from the first use on. */
  private static final class Started {
    static final EmbeddedPostgres SERVER = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder().start();
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
