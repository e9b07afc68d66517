package io.offerengine.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What exceptions of both databases and of a pool say. */
class SqlFailureTest {
  @ParameterizedTest
  @CsvSource({
    "08006, 0, CONNECTION",
    "57P01, 0, CONNECTION",
    "53100, 0, FULL",
    "53300, 0, BUSY",
    "58030, 0, STORAGE",
    "XX001, 0, STORAGE",
    "25006, 0, STORAGE",
    "23505, 13, OTHER",
    ", 5, BUSY",
    ", 13, FULL",
    ", 11, DAMAGE",
    ", 779, DAMAGE",
    ", 26, DAMAGE",
    ", 10, STORAGE",
    ", 8, STORAGE",
    ", 14, STORAGE",
    ", 19, OTHER",
  })
  void of_aStateOrACodeOfSqlite(@Nullable String state, int code, SqlFailure expected) {
    assertThat(SqlFailure.of(new SQLException("failed", state, code))).isEqualTo(expected);
  }

  /** A pool without a free connection has the state of the last attempt to make one. */
  @Test
  void of_aPool_isThatNoConnectionWasFree() {
    assertThat(SqlFailure.of(new SQLTransientConnectionException("timeout")))
        .isEqualTo(SqlFailure.NO_CONNECTION);
    assertThat(SqlFailure.of(new SQLTransientConnectionException("timeout", "53300")))
        .isEqualTo(SqlFailure.NO_CONNECTION);
    assertThat(SqlFailure.of(new SQLTransientConnectionException("timeout", "08001")))
        .isEqualTo(SqlFailure.CONNECTION);
  }
}
