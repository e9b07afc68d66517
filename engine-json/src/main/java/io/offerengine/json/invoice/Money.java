package io.offerengine.json.invoice;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.json.internal.read.RequestKeys;
import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import java.math.BigDecimal;

/** Reads, checks and prints amounts in dollars as decimals. */
final class Money {
  private static final BigDecimal LARGEST = BigDecimal.TEN.pow(9);
  private static final int DECIMALS = 12;

  private Money() {}

  /**
   * Returns an amount without trailing zeros, so that equal amounts are equal objects.
   *
   * @param name the key of the amount
   * @throws InvalidQueryException if the amount is negative, larger than 1,000,000,000, or has more
   *     than twelve decimals
   */
  static BigDecimal checked(String name, BigDecimal amount) {
    if (amount.signum() < 0 || amount.compareTo(LARGEST) > 0) {
      throw mismatch(name, amount.toString());
    }
    BigDecimal stripped = amount.stripTrailingZeros();
    if (stripped.scale() > DECIMALS) {
      throw mismatch(name, amount.toString());
    }
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  /**
   * Returns the exact value of an amount that the request gives as a number or as a text.
   *
   * @throws InvalidQueryException if the value is neither, or its exponent exceeds 32 bits
   */
  static BigDecimal read(String name, Object value) {
    NumberLiteral number = RequestKeys.number(value);
    if (number == null) {
      throw mismatch(name, MessageText.value(value));
    }
    try {
      return new BigDecimal(number.text());
    } catch (NumberFormatException exponentBeyondInt) {
      throw mismatch(name, number.text());
    }
  }

  /** Returns the digits of an amount without an exponent and without trailing zeros. */
  static String plain(BigDecimal amount) {
    return amount.stripTrailingZeros().toPlainString();
  }

  private static InvalidQueryException mismatch(String name, String got) {
    return new InvalidQueryException(
        INVALID_VALUE,
        "/" + name,
        name
            + " takes dollars from 0 to "
            + LARGEST
            + " with at most "
            + DECIMALS
            + " decimals, as a number or a text like \"12.34\", but got "
            + MessageText.cut(got));
  }
}
