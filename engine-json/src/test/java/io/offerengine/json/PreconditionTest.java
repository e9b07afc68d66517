package io.offerengine.json;

import static io.offerengine.marketplace.MarketplaceSchema.DPH_BASE;
import static io.offerengine.marketplace.MarketplaceSchema.ID;
import static io.offerengine.marketplace.MarketplaceSchema.RENTED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ConflictException;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferBatch.Precondition;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The conditions of changes, under the key {@code if}. */
class PreconditionTest {
  private static final OfferCodec CODEC = new OfferCodec(MarketplaceSchema.schema());

  private static final Offer FREE = Offer.builder().set(ID, 7).set(DPH_BASE, 0.5).build();

  private static ChangesReader read(String text) {
    return CODEC.readChanges(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  private static Precondition precondition(OfferBatch.Update update) {
    return Objects.requireNonNull(update.precondition());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":7,\"rented\":true,\"if\":{\"rented\":{\"eq\":false},\"dph_base\":{\"lte\":0.5}}}",
        "{\"if\":{\"rented\":false},\"id\":7,\"rented\":true}",
        "[{\"id\":7,\"rented\":true,\"if\":{\"gpu_name\":{\"eq\":null},\"rented\":0}}]",
        "{\"offers\":[{\"id\":7,\"if\":{\"rented\":{\"neq\":true}},\"rented\":true}]}"
      })
  void readChanges_withConditions_givesAPrecondition(String text) {
    OfferBatch.Update update = read(text).next();
    assertThatCode(() -> precondition(update).check(FREE)).doesNotThrowAnyException();
    Offer rented = FREE.with(update.changes());
    assertThat(rented.flag(RENTED)).isTrue();
    assertThatThrownBy(() -> precondition(update).check(rented))
        .isInstanceOf(ConflictException.class);
  }

  /** Most lines are read by the fast reader, lines with conditions by tokens. */
  @Test
  void readChanges_conditionsOnSomeLines_belongToTheirLineAlone() {
    ChangesReader changes =
        read(
            """
            {"id":1,"rented":true}
            {"id":2,"rented":true,"if":{"rented":false}}
            {"id":3,"rented":true}
            """);
    assertThat(changes.next().precondition()).isNull();
    assertThat(changes.next().precondition()).isNotNull();
    assertThat(changes.next().precondition()).isNull();
    assertThat(changes.skippedFields()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\":1,\"if\":true} | INVALID_REQUEST at /if (line 1, column 14): if takes an object of"
            + " conditions, {\"rented\": {\"eq\": false}} for example",
        "{\"id\":1,\"if\":null} | INVALID_REQUEST at /if (line 1, column 14): if takes an object of"
            + " conditions, {\"rented\": {\"eq\": false}} for example",
        "{\"id\":1,\"if\":{}} | EMPTY_CONDITION at /if (line 1, column 14): if needs at least one"
            + " condition",
        "{\"id\":1,\"if\":{\"rented\":null}} | EMPTY_CONDITION at /if/rented (line 1, column 14):"
            + " this restricts nothing; a condition is an object such as {\"eq\": null}",
        "{\"id\":1,\"if\":{\"rented\":{}}} | EMPTY_CONDITION at /if/rented (line 1, column 14):"
            + " this restricts nothing; a condition is an object such as {\"eq\": null}",
        "{\"id\":1,\"if\":{\"template_id\":4}} | EMPTY_CONDITION at /if/template_id (line 1, column"
            + " 14): this restricts nothing; a condition is an object such as {\"eq\": null}",
        "{\"id\":1,\"if\":{\"rentd\":false}} | UNKNOWN_FIELD at /if/rentd (line 1, column 14): no"
            + " offer field is called rentd; did you mean rented?",
        "{\"id\":1,\"if\":{\"num_gpus\":{\"gte\":\"x\"}}} | INVALID_VALUE at /if/num_gpus/gte (line"
            + " 1, column 14): num_gpus is of type integer and takes a number, but got the"
            + " text 'x'",
        "{\"id\":1,\"if\":{\"dph_total\":{\"lte\":1}}} | OPERATOR_NOT_SUPPORTED at /if/dph_total"
            + " (line 1, column 14): dph_total is computed by each search, but an update compares"
            + " stored values only",
        "{\"if\":{\"rented\":false},\"offers\":[{\"id\":1}]} | INVALID_OFFER at /offers (line 1,"
            + " column 33): if belongs to each change in the list, not to the list",
        "{\"offers\":[],\"if\":{\"rented\":false}} | INVALID_OFFER at /if (line 1, column 14): if"
            + " belongs to each change in the list, not to the list"
      })
  void readChanges_ofBadConditions_saysWhere(String text, String message) {
    assertThatThrownBy(
            () -> {
              try (ChangesReader changes = read(text)) {
                while (changes.hasNext()) {
                  changes.next();
                }
              }
            })
        .hasMessage(message);
  }

  /** A whole offer with conditions would be stored whatever they say. */
  @ParameterizedTest
  @ValueSource(strings = {"{\"id\":1,\"if\":{\"rented\":false}}", "{\"id\":1,\"if\":7}"})
  void read_ofAWholeOfferWithConditions_isRefused(String text) {
    assertThatThrownBy(() -> CODEC.read(new ByteArrayInputStream(text.getBytes(UTF_8))).next())
        .hasMessageContaining("if belongs to a change of an offer, not to a whole offer");
  }

  @Test
  void readChanges_ofASchemaWithAFieldCalledIf_setsTheField() {
    Schema.Builder fields = Schema.builder("flats", "id");
    var field = fields.field("if", FieldType.INTEGER).add();
    OfferCodec codec = new OfferCodec(fields.build());
    OfferBatch.Update update =
        codec.readChanges(new ByteArrayInputStream("{\"id\":1,\"if\":7}".getBytes(UTF_8))).next();
    assertThat(update.changes().changes(field)).isTrue();
    assertThat(update.precondition()).isNull();
  }
}
