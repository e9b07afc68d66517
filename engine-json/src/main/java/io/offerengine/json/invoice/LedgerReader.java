package io.offerengine.json.invoice;

import static io.offerengine.query.ErrorCode.INVALID_REQUEST;
import static io.offerengine.query.ErrorCode.UNKNOWN_FIELD;

import io.offerengine.json.internal.token.MessageText;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.NumberLiteral;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads ledger entries and billing identities from parsed JSON. A null value counts as a missing
 * one.
 *
 * <p>A refused value is an {@link InvalidQueryException} with a JSON Pointer into the request.
 */
final class LedgerReader {
  /** The keys of an entry, sorted. */
  static final List<String> ENTRY_KEYS =
      List.of(
          LedgerEntry.AMOUNT,
          LedgerEntry.REFERENCE,
          LedgerEntry.SERVICE,
          LedgerEntry.SERVICE_FEE,
          LedgerEntry.TIMESTAMP,
          LedgerEntry.TYPE);

  private LedgerReader() {}

  /** Reads an entry. */
  static LedgerEntry entry(Map<String, @Nullable Object> request) {
    Object service = request.get(LedgerEntry.SERVICE);
    Object fee = request.get(LedgerEntry.SERVICE_FEE);
    return new LedgerEntry(
        text(LedgerEntry.REFERENCE, required(request, LedgerEntry.REFERENCE)),
        type(required(request, LedgerEntry.TYPE)),
        service == null ? "" : text(LedgerEntry.SERVICE, service),
        Money.read(LedgerEntry.AMOUNT, required(request, LedgerEntry.AMOUNT)),
        fee == null ? BigDecimal.ZERO : Money.read(LedgerEntry.SERVICE_FEE, fee),
        timestamp(required(request, LedgerEntry.TIMESTAMP)));
  }

  /** Reads an identity. */
  static BillingIdentity identity(Map<String, @Nullable Object> request) {
    Map<IdentityPart, String> parts = new EnumMap<>(IdentityPart.class);
    request.forEach((key, value) -> {
      Optional<IdentityPart> part = IdentityPart.ofWireName(key);
      if (part.isEmpty()) {
        throw new InvalidQueryException(
            UNKNOWN_FIELD,
            InvalidQueryException.pointer("", key),
            "a billing identity has no field called "
                + MessageText.name(key)
                + "; use "
                + Stream.of(IdentityPart.values())
                    .map(IdentityPart::wireName)
                    .sorted()
                    .collect(Collectors.joining(", ")));
      }
      if (value != null) {
        parts.put(part.get(), text(key, value));
      }
    });
    return new BillingIdentity(parts);
  }

  private static Object required(Map<String, @Nullable Object> request, String key) {
    Object value = request.get(key);
    if (value == null) {
      throw new InvalidQueryException(INVALID_REQUEST, "", "a ledger entry needs a field " + key);
    }
    return value;
  }

  private static String text(String key, Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw mismatch(key, "a text", value);
  }

  private static ItemType type(Object value) {
    if (value instanceof String name && ItemType.ofWireName(name).isPresent()) {
      return ItemType.ofWireName(name).get();
    }
    String names =
        Stream.of(ItemType.values()).map(ItemType::wireName).collect(Collectors.joining(", "));
    throw mismatch(LedgerEntry.TYPE, "one of " + names, value);
  }

  /** Returns the instant of a number of seconds. */
  private static Instant timestamp(Object value) {
    if (!(value instanceof NumberLiteral number)) {
      throw LedgerEntry.timestampMismatch(MessageText.value(value));
    }
    try {
      BigDecimal seconds = new BigDecimal(number.text()).stripTrailingZeros();
      boolean isInRange =
          seconds.compareTo(BigDecimal.valueOf(UnixTime.FIRST)) >= 0
              && seconds.compareTo(UnixTime.BEYOND) < 0;
      if (isInRange && seconds.scale() <= UnixTime.DECIMALS) {
        return UnixTime.instant(seconds);
      }
    } catch (NumberFormatException exponentBeyondInt) {
      // Refused below, like a number out of bounds.
    }
    throw LedgerEntry.timestampMismatch(number.text());
  }

  private static InvalidQueryException mismatch(String key, String allowed, Object value) {
    return MessageText.mismatch("/" + key, key + " takes " + allowed, value);
  }
}
