package io.offerengine.server.invoices;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Amounts in dollars as the database stores them: whole millionths in one column, and the
 * trillionths below them in another one, which is null for none.
 */
final class StoredDollars {
  private static final int MILLIONTHS = 6;
  private static final int TRILLIONTHS = 12;
  private static final String REST = "_rest";

  private StoredDollars() {}

  /** Returns the whole millionths of an amount of at least 0. */
  static long millionths(BigDecimal dollars) {
    return dollars.movePointRight(MILLIONTHS).setScale(0, RoundingMode.DOWN).longValueExact();
  }

  /** Returns the trillionths of an amount below its whole millionths. */
  static long rest(BigDecimal dollars) {
    BigDecimal whole = BigDecimal.valueOf(millionths(dollars), MILLIONTHS);
    return dollars.subtract(whole).movePointRight(TRILLIONTHS).longValueExact();
  }

  /** Reads the amount of a column and of the column with the rest. */
  static BigDecimal read(ResultSet row, String column) throws SQLException {
    BigDecimal whole = BigDecimal.valueOf(row.getLong(column), MILLIONTHS);
    long rest = row.getLong(column + REST);
    return rest == 0 ? whole : whole.add(BigDecimal.valueOf(rest, TRILLIONTHS));
  }

  /** Returns a number, or null for 0. */
  static @Nullable Long unlessZero(long number) {
    return number == 0 ? null : Long.valueOf(number);
  }
}
