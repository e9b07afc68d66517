package io.offerengine.server.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The database behind an address. */
class PostgresqlDatabaseTest extends DatabaseContract {
  private final String url = PostgresqlServer.newDatabase();

  @Override
  Database open() {
    return Database.postgresql(url);
  }

  @Test
  void open_ofAnAddressThatNobodyListensOn_isRefusedWithoutItsPassword() {
    String nobody = "jdbc:postgresql://127.0.0.1:1/market?user=u&password=s3cret";
    assertThatThrownBy(() -> Database.postgresql(nobody))
        .isExactlyInstanceOf(UnusableDatabaseException.class)
        .hasMessageStartingWith("the PostgreSQL database can't be used: ")
        .hasMessageNotContaining("s3cret");
  }
}
