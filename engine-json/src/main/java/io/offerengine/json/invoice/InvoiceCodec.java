package io.offerengine.json.invoice;

import io.offerengine.json.JsonException;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.internal.read.RequestText;
import io.offerengine.json.internal.token.InputRules;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.query.EngineException;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Turns the parameters of a request for invoices into an {@link InvoiceRequest}, a report into the
 * bytes of the documented response, and the bodies that fill a ledger into their values.
 *
 * <p>Money is decimal from the digits that were sent to those that are written: no binary number
 * ever stands for it.
 *
 * <p><b>Threads.</b> Immutable; one codec serves any number of threads.
 *
 * <p>Source: API document, sections 2.3 and 4.2; decision on invoices.
 */
public final class InvoiceCodec {
  private final InputRules rules;

  /** Creates a codec under the default limits. */
  public InvoiceCodec() {
    this(JsonLimits.DEFAULTS);
  }

  /**
   * Creates a codec.
   *
   * @param limits how much a body may hold
   */
  public InvoiceCodec(JsonLimits limits) {
    this.rules =
        new InputRules(
            limits.maxBodyBytes(),
            limits.maxDepth(),
            limits.maxTextLength(),
            limits.maxNumberLength(),
            limits.maxOfferLength(),
            JsonException::new);
  }

  /** Returns the names of the parameters of a request for invoices. */
  public static List<String> parameters() {
    return InvoiceParameters.NAMES;
  }

  /**
   * Reads a request for invoices.
   *
   * @param parameters those that were sent, decoded, by name
   * @throws EngineException if one is unknown or says nothing that it may, or two contradict
   */
  public InvoiceRequest readParameters(Map<String, String> parameters) {
    return InvoiceParameters.read(parameters);
  }

  /**
   * Reads an entry of a ledger: {@code {"reference":"…","type":"payment","service":"…",
   * "amount":"12.34","timestamp":…,"service_fee":"…"}}.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if it can't be read or is no entry
   */
  public LedgerEntry readEntry(byte[] body) {
    RequestText text = text(body);
    Map<String, @Nullable Object> request = text.parse();
    return text.interpret("", () -> LedgerReader.entry(request));
  }

  /**
   * Reads a billing identity, an object of the names of {@link IdentityPart} and their texts.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if it can't be read or is no identity
   */
  public BillingIdentity readIdentity(byte[] body) {
    RequestText text = text(body);
    Map<String, @Nullable Object> request = text.parse();
    return text.interpret("", () -> LedgerReader.identity(request));
  }

  /**
   * Writes a report, each item when the report hands it over.
   *
   * <p><b>Cost.</b> Constant memory, whatever the number of items.
   *
   * @param target neither flushed nor closed
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

  private static void writeItem(JsonGenerator out, InvoiceItem item) {
    out.writeStartObject();
    out.writeNumberProperty("id", item.id());
    out.writeStringProperty("type", item.type().wireName());
    out.writeName("service");
    JsonOutput.writeText(out, item.service());
    writeMoney(out, "amount", item.amount());
    out.writeNumberProperty("timestamp", item.timestamp());
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

  private RequestText text(byte[] body) {
    return new RequestText(rules, body, 0, body.length);
  }
}
