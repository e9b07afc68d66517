package io.offerengine.json.invoice;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The person or company that a billing history belongs to.
 *
 * <p>A part is one line of at most 1,024 characters. {@link IdentityPart#BILL_TO} may have several
 * lines and at most 4,096 characters. Control characters are refused.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * <p>Source: API document, section 2.3; docs/operating.md.
 *
 * @param parts the texts by part; after construction the map has every part, and a part that was
 *     not given is empty
 */
public record BillingIdentity(Map<IdentityPart, String> parts) {
  /** An identity whose parts are all empty. */
  public static final BillingIdentity EMPTY = new BillingIdentity(Map.of());

  /**
   * Copies the parts and adds the missing ones.
   *
   * @throws io.offerengine.query.InvalidQueryException if a text is too long or contains a control
   *     character or half of a surrogate pair
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

  /** Returns the text of a part; empty if it is unknown. */
  public String part(IdentityPart part) {
    return parts.getOrDefault(part, "");
  }

  /** Reads an identity from parsed JSON. A null value counts as a missing one. */
  static BillingIdentity read(Map<String, @Nullable Object> request) {
    Map<IdentityPart, String> parts = new EnumMap<>(IdentityPart.class);
    for (IdentityPart part : IdentityPart.values()) {
      Object value = request.get(part.wireName());
      if (value != null) {
        parts.put(part, LedgerEntry.text(part.wireName(), value));
      }
    }
    return new BillingIdentity(parts);
  }
}
