package io.offerengine;

import static io.offerengine.EngineCheck.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who may call what, and what happens at the edges. */
class OfferEngineTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private final OfferEngine engine =
      OfferEngine.builder(SCHEMA).clock(() -> TimeKey.ofSeconds(0)).build();

  private static OfferBatch batch(Offer... offers) {
    OfferBatch.Builder batch = OfferBatch.builder();
    List.of(offers).forEach(batch::upsert);
    return batch.build();
  }

  private static Query everything() {
    return Query.builder(SCHEMA).orderById().build();
  }

  private OfferChanges version(String driver) {
    return OfferChanges.builder().set(MarketplaceSchema.DRIVER_VERSION, driver).build();
  }

  @Test
  void find_returnsTheOfferOfTheSnapshot() {
    engine.apply(batch(offer(1, 0.5), offer(2, 0.5), offer(3, 0.5)));
    Snapshot before = engine.snapshot();
    engine.apply(OfferBatch.builder().upsert(offer(2, 0.75)).delete(3).build());
    assertThat(before.find(2)).isEqualTo(offer(2, 0.5));
    assertThat(before.find(3)).isEqualTo(offer(3, 0.5));
    assertThat(engine.snapshot().find(2)).isEqualTo(offer(2, 0.75));
    assertThat(engine.snapshot().find(3)).isNull();
    assertThat(engine.snapshot().find(Long.MIN_VALUE)).isNull();
  }

  @Test
  void apply_updateAfterDeleteInOneBatch_isRefusedWhole() {
    engine.apply(batch(offer(1, 5)));
    OfferBatch bad = OfferBatch.builder().delete(1).update(1, version("1.2")).build();
    assertThatThrownBy(() -> engine.apply(bad))
        .hasMessage("UNKNOWN_OFFER: no offer has the id 1, so it can't be updated");
    OfferBatch twice = OfferBatch.builder().delete(1).delete(1).build();
    assertThatThrownBy(() -> engine.apply(twice))
        .hasMessage("UNKNOWN_OFFER: no offer has the id 1, so it can't be deleted");
    assertThat(engine.snapshot().size()).isEqualTo(1);
    assertThat(engine.snapshot().version()).isEqualTo(1);
  }

  @Test
  void apply_offersAndChangesOfAnotherSchema_areRefusedWhole() {
    Schema.Builder flats = Schema.builder("flats", "id");
    var rent = flats.field("rent", FieldType.NUMBER).add();
    Schema other = flats.build();
    Offer flat = Offer.builder().set(other.idField(), 1L).build();
    engine.apply(batch(offer(3, 1)));
    assertThatThrownBy(() -> engine.apply(batch(offer(2, 1), flat)))
        .isInstanceOf(IllegalArgumentException.class);
    OfferChanges changes = OfferChanges.builder(other).put(rent, 1.0).build();
    assertThatThrownBy(() -> engine.apply(OfferBatch.builder().update(3, changes).build()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> engine.snapshot().search(Query.builder(other).build()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(engine.snapshot().size()).isEqualTo(1);
  }

  @Test
  void load_anIteratorThatFails_storesNothing() {
    Iterator<Offer> failing =
        new Iterator<>() {
          private int next;

          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public Offer next() {
            if (next == 3000) {
              throw new IllegalStateException("line 3001");
            }
            return offer(next++, 1);
          }
        };
    assertThatThrownBy(() -> engine.load(failing, LoadListener.NONE)).hasMessage("line 3001");
    assertThat(engine.snapshot().size()).isZero();
    assertThat(engine.snapshot().version()).isZero();
  }

  @Test
  void load_severalOffersOfOneIdentifier_theLastWinsAndTheListenerHearsTheEnd() {
    engine.apply(batch(offer(1, 9), offer(5, 9)));
    List<Long> heard = new ArrayList<>();
    List<Offer> offers = List.of(offer(1, 1), offer(2, 2), offer(1, 3));
    engine.load(offers.iterator(), heard::add);
    assertThat(heard).last().isEqualTo(3L);
    Matches matches = engine.snapshot().search(everything());
    assertThat(matches.toList(Match::id)).containsExactly(1L, 2L, 5L);
    Match match = matches.get(0);
    assertThat(match.number(MarketplaceSchema.DPH_BASE)).isEqualTo(3);
  }

  @Test
  void close_refusesWritesAndKeepsReads() {
    engine.apply(batch(offer(1, 1)));
    engine.close();
    engine.close();
    assertThatThrownBy(() -> engine.apply(batch(offer(2, 1))))
        .hasMessage("CLOSED: the engine was closed");
    assertThatThrownBy(() -> engine.load(List.of(offer(2, 1)).iterator(), LoadListener.NONE))
        .hasMessage("CLOSED: the engine was closed");
    assertThat(engine.snapshot().search(everything()).toList(Match::id)).containsExactly(1L);
  }
}
