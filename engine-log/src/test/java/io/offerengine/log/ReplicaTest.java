package io.offerengine.log;

import static io.offerengine.log.TestOffers.SCHEMA;
import static io.offerengine.log.TestOffers.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.OfferListener;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What changes an engine, and what remembers it. */
class ReplicaTest {
  private static final Position ORIGIN = new Position(0, new UUID(0, 1), 0);

  @TempDir Path directory;

  private static Position at(long number) {
    return new Position(number, new UUID(7, number), number);
  }

  private static StoredEntry entry(long number, UUID previous) {
    return new StoredEntry(
        at(number), previous, LogEntry.Kind.CHANGES, Instant.EPOCH, 1, 1, new byte[0]);
  }

  /** Rule 4: after a commit nothing fails quietly. */
  @Test
  void decide_thatFailsAfterTheCommit_breaksTheReplicaUntilItIsLoadedAgain() {
    Mark closed = Mark.open(directory);
    closed.close();
    Replica refused = new Replica(OfferEngine.builder(SCHEMA), closed);
    assertThatThrownBy(() -> refused.begin(ORIGIN)).isInstanceOf(RuntimeException.class);
    assertThat(refused.position()).isNull();
    Replica withoutMark = new Replica(OfferEngine.builder(SCHEMA), null);
    withoutMark.begin(ORIGIN);
    assertThat(withoutMark.isBroken()).isFalse();

    Mark mark = Mark.open(directory);
    Replica tested = new Replica(OfferEngine.builder(SCHEMA), mark);
    tested.begin(ORIGIN);
    TestOffers.assertUnavailable(
        true,
        () ->
            tested.decide(
                ORIGIN,
                List.of(upsert(1, 1)),
                (from, batches) -> {
                  mark.close();
                  return at(1);
                }));
    assertThat(tested.isBroken()).isTrue();
    assertThat(tested.engine().snapshot().version()).isZero();
    assertThatThrownBy(() -> tested.decide(ORIGIN, List.of(), (from, batches) -> at(1)))
        .isInstanceOf(Replica.StaleException.class);
  }

  /** An error of the JVM closes an engine. */
  @Test
  void replace_afterAnErrorOfTheJvm_goesOnWithANewEngine() {
    Replica[] tested = new Replica[1];
    boolean[] fails = {true};
    Schema schema =
        TestOffers.derived(price -> {
          if (fails[0]) {
            tested[0].engine().close();
            throw new OutOfMemoryError("as in a full heap");
          }
        });
    OfferBatch batch = OfferBatch.builder().upsert(TestOffers.priced(schema, 1, 1)).build();
    tested[0] = new Replica(OfferEngine.builder(schema), null);
    tested[0].begin(ORIGIN);
    assertThatThrownBy(() -> tested[0].apply(entry(1, ORIGIN.entry()), batch))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(tested[0].isBroken()).isTrue();

    tested[0].replace(ORIGIN, Collections.emptyIterator(), LoadListener.NONE);
    fails[0] = false;
    tested[0].apply(entry(1, ORIGIN.entry()), batch);
    assertThat(tested[0].isBroken()).isFalse();
    assertThat(tested[0].engine().snapshot().size()).isEqualTo(1);

    fails[0] = true;
    assertThatThrownBy(() -> tested[0].decide(at(1), List.of(batch), (from, batches) -> at(2)))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(tested[0].isBroken()).isTrue();
  }

  /** Rule 3: what was decided against an older position is forgotten. */
  @Test
  void decide_thatIsStale_changesNothing() {
    Replica replica = new Replica(OfferEngine.builder(SCHEMA), null);
    replica.begin(ORIGIN);
    assertThatThrownBy(() ->
            replica.decide(
                ORIGIN,
                List.of(upsert(1, 1)),
                (from, batches) -> {
                  throw new Replica.StaleException();
                }))
        .isInstanceOf(Replica.StaleException.class);
    assertThatThrownBy(() -> replica.decide(at(3), List.of(upsert(1, 1)), (from, batches) -> at(4)))
        .isInstanceOf(Replica.StaleException.class);
    assertThat(replica.engine().snapshot().version()).isZero();
    assertThat(replica.isBroken()).isFalse();
    assertThat(replica.position()).isEqualTo(ORIGIN);
  }

  @Test
  void apply_ofAnEntryThatDoesNotFollow_isRefused() {
    Replica replica = new Replica(OfferEngine.builder(SCHEMA), null);
    replica.begin(ORIGIN);
    replica.apply(entry(1, ORIGIN.entry()), upsert(1, 1));
    replica.apply(entry(1, ORIGIN.entry()), upsert(1, 2));
    assertThat(replica.engine().snapshot().version()).isEqualTo(1);
    assertThatThrownBy(() -> replica.apply(entry(2, ORIGIN.entry()), upsert(1, 2)))
        .isInstanceOf(Follower.ReloadException.class)
        .hasMessage("entry 2 does not follow entry 1");
  }

  @Test
  void positionOf_aNumberThatNoEntryHas_isRefused() {
    Replica replica = new Replica(OfferEngine.builder(SCHEMA), null);
    replica.replace(at(6), Collections.emptyIterator(), LoadListener.NONE);
    replica.apply(entry(9, at(6).entry()), OfferBatch.builder().build());
    assertThat(replica.positionOf(9)).isEqualTo(at(9));
    assertThatThrownBy(() -> replica.positionOf(8)).isInstanceOf(IllegalStateException.class);
  }

  /** A place that was written by half, as when the machine lost its power, does not count. */
  @Test
  void mark_ofADamagedPlace_isTheEarlierOne() throws IOException {
    try (Mark mark = Mark.open(directory)) {
      mark.write(at(1));
      mark.write(at(2));
    }
    Path file = directory.resolve("last-entry");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2 + 9] ^= 1;
    Files.write(file, bytes);
    try (Mark mark = Mark.open(directory)) {
      assertThat(mark.read()).matches(at(1)::is);
    }
  }

  /** Rule 8: the mark is written before the version is visible, and an older one is never read. */
  @Test
  void mark_namesAnEntryBeforeItIsVisible() {
    List<Position> seen = new ArrayList<>();
    // Whoever sees a version at the first moment finds its mark.
    OfferListener listener =
        (version, changes) -> {
          try (Mark other = Mark.open(directory)) {
            seen.add(other.read());
          }
        };
    try (Mark mark = Mark.open(directory)) {
      assertThat(mark.read()).isNull();
      Replica replica = new Replica(OfferEngine.builder(SCHEMA).listener(listener), mark);
      replica.begin(ORIGIN);
      replica.apply(entry(1, ORIGIN.entry()), upsert(1, 1));
      replica.apply(entry(2, at(1).entry()), upsert(1, 2));
      assertThat(replica.decide(at(2), List.of(upsert(1, 3)), (from, batches) -> at(3))).hasSize(1);
      assertThat(seen)
          .extracting(Position::text)
          .containsExactly(at(1).text(), at(2).text(), at(3).text());
    }
  }
}
