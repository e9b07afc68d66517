package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.json.invoice.ItemType;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.RawConnection;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.invoices.BillingLedger;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Long reports: items are made while they are sent, and freed when the connection ends. */
class InvoiceStreamTest {
  private static final int ITEMS = 1_000_000;

  /** More items than two sockets' buffers hold, and far fewer than the report has. */
  private static final int MOST_AHEAD = 300_000;

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
        InvoiceRoutes.of(ledger, () -> TestMarket.NOW, limits),
        ApiKey.ring(TestClient.KEY, 1),
        ServerSettings.defaults());
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
        assertThat(ledger.made.get()).isBetween(1, MOST_AHEAD);
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

  /** Who reads too slowly for too long would hold a version of the ledger for ever. */
  @Test
  void report_thatTakesTooLong_isCut() throws Exception {
    ListLimits impatient = ListLimits.of(4, Duration.ZERO);
    try (ApiServer billing = serve(ledger, impatient)) {
      assertError(get(billing), 503, "deadline_exceeded", "did not read the response within 0 s");
      assertThat(ledger.made.get()).isLessThan(ITEMS);
    }
  }
}
