package io.offerengine.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.IdentityPart;
import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.json.invoice.LedgerEntry;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Schema;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.alerts.HeardChanges;
import io.offerengine.server.alerts.SavedSearchRegistry;
import io.offerengine.server.invoices.BillingLedger;
import io.offerengine.server.invoices.SqlLedger;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyTerms;
import io.offerengine.server.templates.ServerSecret;
import io.offerengine.server.templates.TemplateRegistry;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changed rows of every checked table are errors that name table and row. */
class ChecksumTest extends EachDatabase {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private String key;

  @BeforeEach
  void fill() {
    key = new KeyRegistry(database).create(KeyTerms.of(7, false));
    ledger().record(7, entry("a"));
    ledger().identify(7, new BillingIdentity(Map.of(IdentityPart.CITY, "Rome")));
    searches().add(7, "all", 60, "{\"id\":1}");
    save("{\"name\":\"n\",\"image\":\"i\",\"docker_login_pass\":\"p\"}");
  }

  private SqlLedger ledger() {
    return new SqlLedger(database);
  }

  private TemplateRegistry templates() {
    return new TemplateRegistry(database, ServerSecret.random(), SCHEMA);
  }

  private SavedSearchRegistry searches() {
    OfferEngine none = OfferEngine.builder(SCHEMA).build();
    return new SavedSearchRegistry(
        database,
        new HeardChanges(database, none, () -> true),
        SCHEMA,
        AlertLimits.DEFAULTS,
        Runnable::run);
  }

  private void save(String request) {
    byte[] bytes = request.getBytes(StandardCharsets.UTF_8);
    templates().save(7, new TemplateCodec(SCHEMA).readRequest(bytes));
  }

  private static LedgerEntry entry(String reference) {
    String text =
        "{\"reference\":\"%s\",\"type\":\"payment\",\"amount\":\"1.5\",\"timestamp\":5}"
            .formatted(reference);
    return new InvoiceCodec().readEntry(text.getBytes(StandardCharsets.UTF_8));
  }

  private void readEverything() {
    new KeyRegistry(database).find(key);
    new KeyRegistry(database).list();
    templates().ofUser(7).forEachRemaining(template -> {});
    templates().findListed(7, 2);
    searches().ofUser(7);
    BillingIdentity unused = ledger().read(7, BillingLedger.Account::identity);
    CurrentSummary unusedToo = ledger().read(7, account -> account.current(0, 10));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "api_keys | 1 | administrator = true",
        "api_keys | 1 | scopes = 'admin'",
        "api_keys | 1 | expires = 4000000000",
        "ledger | 1 | amount = amount + 1",
        "ledger | 1 | time = 6",
        "ledger | 1 | service = 'x'",
        "ledger | 2 | id = 2",
        "users | 7 | city = 'Bern'",
        "templates | 1 | content = '{}'",
        "templates | 1 | password = null",
        "templates | 2 | id = 2",
        "templates | 1 | checksum = null",
        "saved_searches | 1 | user_id = 7, search = '{}'",
        "saved_searches | 1 | since = 5",
      })
  void anyRead_ofAChangedRow_namesTableAndRow(String table, long row, String change) {
    readEverything();
    TestDatabase.change(database, "UPDATE " + table + " SET " + change);
    assertDamaged(this::readEverything, table, row);
  }

  private static void assertDamaged(ThrowingCallable reading, String table, long row) {
    assertThatThrownBy(reading)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL_ERROR))
        .hasMessage(
            "INTERNAL_ERROR: row %d of the table %s is damaged: it does not match its checksum;"
                + " restore the database from a copy",
            row, table);
  }

  @Test
  void everyChange_keepsItsRowIntact() {
    KeyRegistry keys = new KeyRegistry(database);
    keys.revoke(1);
    ledger().record(7, entry("a"));
    ledger().identify(7, new BillingIdentity(Map.of(IdentityPart.ZIP, "1")));
    readEverything();
    assertThat(keys.list()).hasSize(1);
  }
}
