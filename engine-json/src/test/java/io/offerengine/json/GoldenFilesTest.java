package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the texts of each golden file mean to a reader, and how it refuses those that mean nothing.
 */
class GoldenFilesTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final SearchCodec SEARCHES = new SearchCodec(SCHEMA);
  private static final FacetCodec FACETS = new FacetCodec(SCHEMA);
  private static final OfferCodec OFFERS = new OfferCodec(SCHEMA);
  private static final InvoiceCodec INVOICES = new InvoiceCodec();
  private static final TemplateCodec TEMPLATES = new TemplateCodec(SCHEMA);

  /** Reads a text, and says what it means. */
  interface Reading extends Function<String, Object> {}

  private static Stream<Arguments> cases(String file, String name, Reading reading) {
    return GoldenFile.cases(file)
        .map(each -> {
          Object[] textAndOutcome = each.get();
          return Arguments.of(file, name, reading, textAndOutcome[0], textAndOutcome[1]);
        });
  }

  /** The query takes more than the documented request. */
  static Stream<Arguments> meanings() {
    Reading query = body -> described(SEARCHES.readQuery(bytes(body)));
    return Stream.of(
            cases("requests.golden", "request", body -> described(request(body))),
            cases("requests.golden", "query", query),
            cases("queries.golden", "query", query),
            cases("forms.golden", "request", body -> withColumns(request(body))),
            cases("addresses.golden", "address", each -> withColumns(address(each))),
            cases("ledger.golden", "entry", body -> INVOICES.readEntry(bytes(body))),
            cases("identities.golden", "identity", body -> INVOICES.readIdentity(bytes(body))),
            cases("invoice-requests.golden", "parameters", GoldenFilesTest::invoices),
            cases("templates.golden", "template", GoldenFilesTest::template))
        .flatMap(each -> each);
  }

  @ParameterizedTest(name = "{0} {1}: {3}")
  @MethodSource("meanings")
  void read_ofAGoodText_meansWhatTheFileSays(
      String file, String name, Reading reading, String text, String meaning) {
    assertThat(reading.apply(text)).hasToString(meaning);
  }

  /** What breaks a layout breaks it for offers and for changes, in one voice. */
  static Stream<Arguments> refusals() {
    return Stream.of(
            cases("request-errors.golden", "request", GoldenFilesTest::request),
            cases("query-errors.golden", "query", body -> SEARCHES.readQuery(bytes(body))),
            cases("form-errors.golden", "request", GoldenFilesTest::request),
            cases("address-errors.golden", "address", GoldenFilesTest::address),
            cases("facet-errors.golden", "facets", body -> FACETS.readRequest(bytes(body))),
            cases("offer-errors.golden", "offers", GoldenFilesTest::offers),
            cases("layout-errors.golden", "offers", GoldenFilesTest::offers),
            cases("layout-errors.golden", "changes", GoldenFilesTest::changes),
            cases("cut-offers.golden", "offers", GoldenFilesTest::offers),
            cases("cut-offers.golden", "changes", GoldenFilesTest::changes),
            cases("ledger-errors.golden", "entry", body -> INVOICES.readEntry(bytes(body))),
            cases("identity-errors.golden", "identity", text -> INVOICES.readIdentity(bytes(text))),
            cases("invoice-request-errors.golden", "parameters", GoldenFilesTest::invoices),
            cases("template-errors.golden", "template", GoldenFilesTest::template))
        .flatMap(each -> each);
  }

  /** Parameters of invoices have no place in a text. */
  @ParameterizedTest(name = "{0} {1}: {3}")
  @MethodSource("refusals")
  void read_ofABadText_failsAsTheFileSays(
      String file, String name, Reading reading, String text, String message) {
    boolean hasPlace = !file.equals("invoice-request-errors.golden");
    assertThatThrownBy(() -> reading.apply(text))
        .isExactlyInstanceOf(hasPlace ? JsonException.class : EngineException.class)
        .hasMessage(message)
        .hasNoCause();
  }

  /** The content of a template reads as itself. */
  private static String template(String body) {
    String content = new String(TEMPLATES.readRequest(bytes(body)).content(), UTF_8);
    assertThat(TEMPLATES.readRequest(bytes(content)).content()).asString(UTF_8).isEqualTo(content);
    return content;
  }

  private static String described(SearchRequest request) {
    Query query = request.query();
    InstanceType type =
        Stream.of(InstanceType.values())
            .filter(each -> query.arguments().is(MarketplaceSchema.TYPE, each))
            .findFirst()
            .orElseThrow();
    String storage =
        query.arguments().isGiven(MarketplaceSchema.ALLOCATED_STORAGE)
            ? Double.toString(query.arguments().value(MarketplaceSchema.ALLOCATED_STORAGE))
            : "by default";
    return "type "
        + type.wireName()
        + ", storage "
        + storage
        + (query.fold() ? ", bundled: " : ", not bundled: ")
        + request;
  }

  private static String withColumns(SearchRequest request) {
    boolean isAll = request.columns().equals(SCHEMA.shownFields());
    return request + " showing " + (isAll ? "all" : request.columns().toString());
  }

  private static SearchRequest request(String body) {
    return SEARCHES.readRequest(bytes(body));
  }

  private static SearchRequest address(String text) {
    Map<String, byte[]> byName = new HashMap<>();
    parameters(text).forEach((name, value) -> byName.put(name, bytes(value)));
    return SEARCHES.readAddress(byName);
  }

  private static Object invoices(String text) {
    return INVOICES.readParameters(parameters(text));
  }

  /** Returns the parameters of an address, separated by an ampersand and not encoded. */
  private static Map<String, String> parameters(String text) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals >= 0) {
        parameters.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
    return parameters;
  }

  private static List<Offer> offers(String text) {
    List<Offer> offers = new ArrayList<>();
    OFFERS.read(new ByteArrayInputStream(bytes(text))).forEachRemaining(offers::add);
    return offers;
  }

  private static List<OfferBatch.Update> changes(String text) {
    List<OfferBatch.Update> changes = new ArrayList<>();
    OFFERS.readChanges(new ByteArrayInputStream(bytes(text))).forEachRemaining(changes::add);
    return changes;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
