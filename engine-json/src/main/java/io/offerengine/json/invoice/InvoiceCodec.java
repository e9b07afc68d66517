package io.offerengine.json.invoice;

import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonException;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.query.EngineException;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/**
 * Reads requests for invoices and the bodies that fill a ledger, and writes billing histories.
 *
 * <pre>{@code
 * import io.offerengine.json.invoice.InvoiceCodec;
 * import io.offerengine.json.invoice.InvoiceRequest;
 *
 * InvoiceRequest request = new InvoiceCodec().readParameters(Map.of("inc_charges", "true"));
 * System.out.println(request);
 * }</pre>
 *
 * <p>Amounts are decimal from the digits of the request to the digits of the response, never binary
 * floating point.
 *
 * <p><b>Threads.</b> Immutable; many threads may use one codec.
 *
 * <p>Source: API document, sections 2.3 and 4.2; docs/operating.md.
 */
public final class InvoiceCodec {
  private final JsonLimits limits;

  /** Creates a codec with {@link JsonLimits#DEFAULTS}. */
  public InvoiceCodec() {
    this(JsonLimits.DEFAULTS);
  }

  /**
   * Creates a codec.
   *
   * @param limits the limits of bodies
   */
  public InvoiceCodec(JsonLimits limits) {
    this.limits = limits;
  }

  /** Returns the names of the query parameters that a request for invoices may have. */
  public static List<String> parameters() {
    return InvoiceRequest.PARAMETERS;
  }

  /**
   * Reads the query parameters of a request for invoices.
   *
   * @param parameters the decoded values by name
   * @throws EngineException if a parameter is unknown, a value can't be read, or two parameters
   *     contradict each other
   */
  public InvoiceRequest readParameters(Map<String, String> parameters) {
    return InvoiceRequest.read(parameters);
  }

  /**
   * Reads an entry of a ledger: {@code {"reference":"…","type":"payment","service":"…",
   * "amount":"12.34","timestamp":…,"service_fee":"…"}}.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read or is not an entry
   */
  public LedgerEntry readEntry(byte[] body) {
    return read(body, "a ledger entry", LedgerEntry.KEYS).interpret(LedgerEntry::read);
  }

  /**
   * Reads a billing identity: an object whose keys are names of {@link IdentityPart} and whose
   * values are texts.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read or is not an identity
   */
  public BillingIdentity readIdentity(byte[] body) {
    return read(body, "a billing identity", IdentityPart.NAMES).interpret(BillingIdentity::read);
  }

  private JsonBody read(byte[] body, String what, List<String> keys) {
    JsonBody read = JsonBody.read(body, limits);
    read.requireNames(what, keys, String.join(", ", keys));
    return read;
  }

  /**
   * Writes a report. Each item is written when the report supplies it.
   *
   * <p><b>Cost.</b> Constant memory, for any number of items.
   *
   * @param target is neither flushed nor closed
   * @throws IOException if {@code target} throws it
   */
  public void writeReport(InvoiceReport report, OutputStream target) throws IOException {
    JsonOutput.write(
        target,
        out -> {
          out.writeStartObject();
          out.writeName("invoices");
          out.writeStartArray();
          report.forEachItem(item -> writeItem(out, item));
          out.writeEndArray();
          writeIdentity(out, report.identity());
          out.writeName("current");
          writeCurrent(out, report.current());
          out.writeEndObject();
        });
  }

  /**
   * Returns a user's account: {@code
   * {"id":…,"username":"…",…,"balance":0,"credit":…,"billaddress_line1":"…",…,"api_key":""}}.
   * Accounts hold credit and no other balance.
   *
   * @param credit the balance over all time, in dollars
   */
  public byte[] writeUser(long user, BillingIdentity identity, BigDecimal credit) {
    return JsonOutput.bytes(out -> {
      out.writeStartObject();
      out.writeNumberProperty("id", user);
      writeIdentity(out, identity);
      out.writeNumberProperty("balance", 0);
      writeMoney(out, "credit", credit);
      for (IdentityPart part : IdentityPart.ADDRESS) {
        out.writeName(part.accountName());
        JsonOutput.writeText(out, identity.part(part));
      }
      // The marketplace's clients remove this member before they show the others.
      out.writeStringProperty("api_key", "");
      out.writeEndObject();
    });
  }

  private static void writeItem(JsonGenerator out, InvoiceItem item) {
    out.writeStartObject();
    out.writeNumberProperty("id", item.id());
    out.writeStringProperty("type", item.type().wireName());
    out.writeName("service");
    JsonOutput.writeText(out, item.service());
    // As in the marketplace's reports: what the user paid lowers what the user owes.
    boolean isPayment = item.type() == ItemType.PAYMENT;
    writeMoney(out, "amount", isPayment ? item.amount().negate() : item.amount());
    out.writeName("timestamp");
    out.writeNumber(UnixTime.plain(item.timestamp()));
    out.writeEndObject();
  }

  private static void writeIdentity(JsonGenerator out, BillingIdentity identity) {
    identity
        .parts()
        .forEach((part, text) -> {
          out.writeName(part.wireName());
          JsonOutput.writeText(out, text);
        });
  }

  private static void writeCurrent(JsonGenerator out, CurrentSummary current) {
    out.writeStartObject();
    writeMoney(out, "charges", current.charges());
    writeMoney(out, "service_fee", current.serviceFee());
    writeMoney(out, "total", current.total());
    writeMoney(out, "credit", current.credit());
    out.writeEndObject();
  }

  private static void writeMoney(JsonGenerator out, String name, BigDecimal amount) {
    out.writeName(name);
    out.writeNumber(Money.plain(amount));
  }
}
