package io.offerengine.json.invoice;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Whom a billing history belongs to.
 *
 * <p>Parts have one line of at most 1,024 characters, {@link IdentityPart#BILL_TO} several of
 * together at most 4,096; control characters are refused.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: API document, section 2.3; decision on invoices.
 *
 * @param parts the texts of all parts; those that are not handed in are empty
 */
public record BillingIdentity(Map<IdentityPart, String> parts) {
  /** The identity of a user of whom nothing is known. */
  public static final BillingIdentity EMPTY = new BillingIdentity(Map.of());

  /**
   * Copies the parts, and fills in those that are absent.
   *
   * @throws io.offerengine.query.InvalidQueryException if a text is too long or holds what it may
   *     not
   */
  public BillingIdentity {
    Map<IdentityPart, String> all = new EnumMap<>(IdentityPart.class);
    for (IdentityPart part : IdentityPart.values()) {
      String text = parts.getOrDefault(part, "");
      part.rule().check(part.wireName(), text);
      all.put(part, text);
    }
    parts = Collections.unmodifiableMap(all);
  }

  /** Returns the text of a part; empty where nothing is known. */
  public String part(IdentityPart part) {
    return parts.getOrDefault(part, "");
  }
}
