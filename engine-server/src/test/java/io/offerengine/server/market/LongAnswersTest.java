package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.json.ExportCodec;
import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.json.invoice.ItemType;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.RawConnection;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.ServerMemory;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.http.limit.Client;
import io.offerengine.server.http.limit.FairBudget;
import io.offerengine.server.invoices.BillingLedger;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.Scope;
import io.offerengine.testing.Waiting;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Long exports and lists: rows are made while they are sent, and what they hold is freed when the
 * connection ends.
 */
class LongAnswersTest {
  private static final String PATH = "/market/v1/export";
  private static final Duration LONG = Duration.ofMinutes(2);

  /** Rows of 2 kB each. */
  private static final int ROWS = 20_000;

  /** More rows than the buffers of server and sockets have room for, a few percent of all. */
  private static final int MOST_AHEAD = 1_000;

  private static final long MOST_MEMORY = 4 << 20;

  /** A server with many offers that counts the rows that were written. */
  private static final class LargeMarket implements AutoCloseable {
    private final AtomicInteger computed = new AtomicInteger();
    private final OfferEngine engine;
    private final FairBudget gate;
    private final ApiServer server;
    private final int before;

    LargeMarket(int atOnce, Duration longest) {
      Schema.Builder builder = Schema.builder("rooms", "room");
      NumberField price = builder.number("price").add();
      TextField text = builder.text("description").add();
      builder
          .field("total", FieldType.NUMBER)
          .computed(
              Formula.of(
                  "price",
                  List.of(price),
                  (in, arguments) -> {
                    computed.incrementAndGet();
                    return in[0];
                  }))
          .add();
      Schema schema = builder.build();
      String description = "x".repeat(2_000);
      engine = OfferEngine.builder(schema).build();
      engine.load(
          LongStream.range(0, ROWS)
              .mapToObj(id ->
                  Offer.builder()
                      .set(schema.idField(), id)
                      .set(price, 1.5)
                      .set(text, description)
                      .build())
              .iterator(),
          LoadListener.NONE);
      before = computed.get();
      gate = FairBudget.ofSlots(atOnce, "other exports");
      Endpoint endpoint = MarketRoutes.export(engine, new ExportCodec(schema), longest);
      server =
          RouteServer.start(
              List.of(
                  Route.of(Scope.SEARCH, "POST", PATH, endpoint).readingJson(1_000).within(gate),
                  Route.of(
                      Scope.SEARCH, "GET", "/memory", request -> memory(request.serverMemory()))),
              ApiKey.ring(TestClient.KEY, 1));
    }

    private static Answer memory(ServerMemory memory) {
      long bytes = memory.inFlight() + memory.pooledDirect() + memory.pooledHeap();
      return Answer.ok(Long.toString(bytes).getBytes(US_ASCII));
    }

    /** Returns how many rows were written. */
    int written() {
      return computed.get() - before;
    }

    /** Returns the bytes in flight and those of the server's buffers. */
    long memory() {
      TestClient client = client();
      return Long.parseLong(client.get("/memory").body());
    }

    TestClient client() {
      return new TestClient(server.port());
    }

    /** Asks for everything, and reads nothing yet. */
    RawConnection ask() throws IOException {
      return RawConnection.slow(server.port())
          .send(
              RawConnection.head(
                      "POST " + PATH,
                      "Connection: close",
                      "Content-Type: application/json",
                      "Content-Length: 2")
                  + "{}");
    }

    void awaitRunning(int exports) throws InterruptedException {
      Waiting.until(() -> gate.used() == exports);
    }

    /** Waits until an export that has begun has ended. */
    void awaitEnd() throws InterruptedException {
      Waiting.until(() -> written() != 0);
      awaitRunning(0);
    }

    @Override
    public void close() {
      server.close();
      engine.close();
    }
  }

  @Test
  void post_ofASlowClient_isNeverFarAheadOfItAndListsOneVersion() throws Exception {
    try (LargeMarket large = new LargeMarket(4, LONG);
        RawConnection slow = large.ask()) {
      long version = large.engine.snapshot().version();
      assertThat(slow.readHead())
          .startsWith("HTTP/1.1 200 OK\r\n")
          .contains("\r\nOffers-Version: " + version + "\r\n");
      OfferBatch.Builder gone = OfferBatch.builder();
      LongStream.range(0, ROWS).forEach(gone::delete);
      large.engine.apply(gone.build());
      InputStream in = new BufferedInputStream(slow.in());
      int rows = 0;
      int mostAhead = 0;
      long mostMemory = 0;
      StringBuilder end = new StringBuilder();
      for (int c = in.read(); c >= 0; c = in.read()) {
        if (c != 'x') {
          end.append((char) c);
        }
        if (c == '}') {
          rows++;
          mostAhead = Math.max(mostAhead, large.written() - rows);
          if (rows % (ROWS / 10) == 0) {
            mostMemory = Math.max(mostMemory, large.memory());
          }
        }
      }
      assertThat(rows).isEqualTo(ROWS);
      assertThat(end.toString()).endsWith("\r\n0\r\n\r\n");
      assertThat(mostAhead).isBetween(1, MOST_AHEAD);
      assertThat(mostMemory).isBetween(1L, MOST_MEMORY);
      assertThat(large.written()).isEqualTo(ROWS);
      large.awaitRunning(0);
    }
  }

  @Test
  void post_besideTooManyExports_isRefusedUntilAClientHangsUp() throws Exception {
    try (LargeMarket large = new LargeMarket(1, LONG)) {
      TestClient other = large.client();
      try (RawConnection silent = large.ask()) {
        large.awaitRunning(1);
        assertError(other.post(PATH, "{}"), 503, "unavailable", "other exports");
        Waiting.until(silent::hasReceived);
      }
      large.awaitEnd();
      assertThat(large.written()).isLessThan(ROWS);
      assertThat(other.post(PATH, "{}").body().lines()).hasSize(ROWS);
    }
  }

  @Test
  void post_thatMayTakeNoTime_isRefused() throws Exception {
    try (LargeMarket large = new LargeMarket(1, Duration.ZERO)) {
      TestClient client = large.client();
      assertError(client.post(PATH, "{}"), 503, "deadline_exceeded", "allowed");
      assertThat(large.written()).isZero();
    }
  }

  /** A body that was cut has no end of its chunks, so that no client takes it for the whole. */
  @Test
  void post_beyondItsTime_isCut() throws Exception {
    Duration longest = Duration.ofSeconds(2);
    try (LargeMarket large = new LargeMarket(1, longest);
        RawConnection slow = large.ask()) {
      assertThat(slow.readHead()).startsWith("HTTP/1.1 200 OK\r\n");
      Waiting.pause(longest);
      StringBuilder rest = new StringBuilder();
      try {
        for (int c = slow.in().read(); c >= 0; c = slow.in().read()) {
          rest.append((char) c);
        }
      } catch (IOException reset) {
        // Closed without a farewell.
      }
      assertThat(rest.toString()).doesNotEndWith("\r\n0\r\n\r\n");
      large.awaitRunning(0);
      assertThat(large.written()).isLessThan(ROWS);
    }
  }

  private static final int ITEMS = 1_000_000;

  /** More items than two sockets' buffers hold, and far fewer than the report has. */
  private static final int MOST_ITEMS_AHEAD = 300_000;

  /** A ledger that makes its items on demand and counts them. */
  private static final class EndlessLedger implements BillingLedger {
    final AtomicInteger made = new AtomicInteger();
    final AtomicInteger reading = new AtomicInteger();
    volatile Thread thread;

    @Override
    public <T> T read(long user, Function<? super Account, T> reader) {
      reading.incrementAndGet();
      thread = Thread.currentThread();
      try {
        return reader.apply(new EndlessAccount(made));
      } finally {
        reading.decrementAndGet();
      }
    }
  }

  private record EndlessAccount(AtomicInteger made) implements BillingLedger.Account {
    @Override
    public long newest() {
      return ITEMS;
    }

    @Override
    public List<InvoiceItem> page(InvoiceRequest request, long newest, InvoiceItem after) {
      List<InvoiceItem> page = new ArrayList<>();
      for (long id = after == null ? 1 : after.id() + 1; id <= newest && page.size() < 100; id++) {
        made.incrementAndGet();
        BigDecimal amount = BigDecimal.valueOf(id, 2);
        Instant time = Instant.ofEpochSecond(id);
        page.add(new InvoiceItem(id, ItemType.PAYMENT, "bank", amount, time));
      }
      return page;
    }

    @Override
    public BillingIdentity identity() {
      return BillingIdentity.EMPTY;
    }

    @Override
    public CurrentSummary current(long monthStart, long monthEnd) {
      return new CurrentSummary(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ONE);
    }
  }

  private final EndlessLedger ledger = new EndlessLedger();

  private static ApiServer serve(BillingLedger ledger, ListLimits limits) {
    return RouteServer.start(
        InvoiceRoutes.of(ledger, () -> TestMarket.NOW, limits), ApiKey.ring(TestClient.KEY, 1));
  }

  private static HttpResponse<String> get(ApiServer server) {
    return new TestClient(server.port()).get("/api/v0/users/me/invoices");
  }

  private static RawConnection ask(ApiServer billing) throws IOException {
    return RawConnection.slow(billing.port())
        .send(RawConnection.head("GET /api/v0/users/me/invoices", "Connection: close"));
  }

  /** Waits until the writer is blocked by the client, or has made all items. */
  private void awaitBlocked() {
    AtomicInteger before = new AtomicInteger();
    AtomicInteger waits = new AtomicInteger();
    Waiting.until(() -> {
      Thread reader = ledger.thread;
      int made = ledger.made.get();
      boolean isWaiting =
          reader != null
              && (reader.getState() == Thread.State.WAITING
                  || reader.getState() == Thread.State.TIMED_WAITING)
              && before.getAndSet(made) == made;
      waits.set(isWaiting ? waits.get() + 1 : 0);
      return waits.get() == 20 || made == ITEMS;
    });
  }

  @Test
  void report_ofASlowClient_isNeverFarAheadOfIt_andFreesItsPlaceWhenItIsCut() throws Exception {
    ListLimits one = ListLimits.of(1, Duration.ofMinutes(5));
    try (ApiServer billing = serve(ledger, one)) {
      try (RawConnection socket = ask(billing)) {
        assertThat(socket.in().read()).isEqualTo('H');
        awaitBlocked();
        assertThat(ledger.made.get()).isBetween(1, MOST_ITEMS_AHEAD);
        assertThat(ledger.reading).as("a connection that a slow client holds").hasValue(0);
        assertThat(billing.slotsTaken()).isZero();
        assertError(get(billing), 503, "unavailable", "busy with other lists");
      }
      Waiting.until(() -> {
        try (RawConnection next = ask(billing)) {
          return next.readLine().equals("HTTP/1.1 200 OK");
        }
      });
    }
  }

  /** Who reads too slowly for too long would hold a version of the database for ever. */
  @Test
  void lists_ofEveryKind_shareTheirTimeAndTheirSlots() {
    List<String> paths =
        List.of(
            "/api/v0/users/me/invoices",
            "/api/v0/template?select=mine",
            "/api/v0/users/me/created-templates");
    ListLimits impatient = ListLimits.of(4, Duration.ZERO);
    try (TestService service = TestService.open(impatient)) {
      for (String path : paths) {
        assertError(
            service.client().get(path),
            503,
            "deadline_exceeded",
            "did not read the response within 0 s");
      }
      impatient.slots().shareOf(Client.ofUser(9)).require(4);
      for (String path : paths) {
        assertError(service.client().get(path), 503, "unavailable", "busy with other lists");
      }
      HttpResponse<String> keys = service.client().get("/api/v0/auth/apikeys");
      assertError(keys, 503, "unavailable", "busy with other lists");
    }
  }
}
