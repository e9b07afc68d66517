package io.offerengine.json.invoice;

import io.offerengine.json.internal.token.TextRule;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The parts of a billing identity, in the order of the response.
 *
 * <p>Source: API document, section 2.3.
 */
public enum IdentityPart {
  /** The user name of the account. */
  USERNAME,
  /** The address block of an invoice, which may have several lines. */
  BILL_TO,
  /** The e-mail address of the account. */
  EMAIL,
  /** The full name. */
  FULLNAME,
  /** The first line of the address. */
  ADDRESS1,
  /** The second line of the address. */
  ADDRESS2,
  /** The city. */
  CITY,
  /** The postal code. */
  ZIP,
  /** The country. */
  COUNTRY,
  /** Tax information, such as a tax number. */
  TAXINFO;

  /** The parts that accounts show under a second name, too. */
  static final List<IdentityPart> ADDRESS =
      List.of(ADDRESS1, ADDRESS2, CITY, ZIP, COUNTRY, TAXINFO);

  /** The names of all parts, sorted. */
  static final List<String> NAMES =
      Arrays.stream(values()).map(IdentityPart::wireName).sorted().toList();

  private static final TextRule LINE = TextRule.line(1_024);
  private static final TextRule LINES = TextRule.lines(4_096);

  /** Returns the name in requests and responses, for example {@code bill_to}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the name in accounts, for a part of {@link #ADDRESS}. */
  String accountName() {
    return "billaddress_"
        + switch (this) {
          case ADDRESS1 -> "line1";
          case ADDRESS2 -> "line2";
          default -> wireName();
        };
  }

  /** Returns the rule for the text of this part. */
  TextRule rule() {
    return this == BILL_TO ? LINES : LINE;
  }
}
