package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Formula;
import io.offerengine.schema.OfferBatch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An error of the JVM, after which a batch may be applied by half. */
class HalfAppliedTest {
  private final OutOfMemoryError full = new OutOfMemoryError("no heap is left");

  private boolean fails;

  /** What comes last of a write, so that its error stands for one in the middle. */
  private final SegmentWriter.Observer observer =
      new SegmentWriter.Observer() {
        @Override
        public void applied(long version, List<ChangedOffer> changes) {
          failNow();
        }

        @Override
        public void loaded(long version, long offers) {
          failNow();
        }

        @Override
        public void replaced(long version, long offers) {
          failNow();
        }

        @Override
        public void afterWrite() {}
      };

  private final SegmentWriter writer =
      new SegmentWriter(
          SmallMarket.schema(),
          null,
          null,
          observer,
          new SegmentSizes(4, 100),
          Formula.Checks.SAMPLED);

  private void failNow() {
    if (fails) {
      throw full;
    }
  }

  private static OfferBatch batch(long id) {
    return OfferBatch.builder().upsert(SmallMarket.offer(id).build()).build();
  }

  private void assertClosedBy(ThrowingCallable write, Path directory) {
    writer.apply(batch(1));
    fails = true;
    assertThat(catchThrowable(write)).isSameAs(full);
    fails = false;

    for (ThrowingCallable next :
        List.<ThrowingCallable>of(
            () -> writer.apply(batch(3)),
            () -> writer.applyAt(9, batch(3)),
            () -> writer.applyEach(List.of(batch(3))),
            () -> writer.load(SmallMarket.offers(1, SmallMarket::offer).iterator(), count -> {}),
            () -> writer.replace(9, SmallMarket.offers(0, SmallMarket::offer).iterator(), n -> {}),
            () -> writer.save(directory, version -> "", Map::of))) {
      assertThatThrownBy(next)
          .isInstanceOf(EngineException.class)
          .hasFieldOrPropertyWithValue("code", ErrorCode.CLOSED)
          .hasMessageContaining("was applied by half: java.lang.OutOfMemoryError: no heap is left")
          .hasCause(full);
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void apply_thatAnErrorStops_closesTheWriterForWrites(@TempDir Path directory) {
    assertClosedBy(() -> writer.apply(batch(2)), directory);
  }

  @Test
  void applyEach_thatAnErrorStops_closesTheWriterForWrites(@TempDir Path directory) {
    assertClosedBy(() -> writer.applyEach(List.of(batch(2), batch(3))), directory);
  }

  @Test
  void applyAt_thatAnErrorStops_closesTheWriterForWrites(@TempDir Path directory) {
    assertClosedBy(() -> writer.applyAt(7, batch(2)), directory);
  }

  @Test
  void load_thatAnErrorStops_closesTheWriterForWrites(@TempDir Path directory) {
    assertClosedBy(
        () -> writer.load(SmallMarket.offers(5, SmallMarket::offer).iterator(), count -> {}),
        directory);
  }

  @Test
  void replace_thatAnErrorStops_closesTheWriterForWrites(@TempDir Path directory) {
    assertClosedBy(
        () -> writer.replace(7, SmallMarket.offers(5, SmallMarket::offer).iterator(), count -> {}),
        directory);
  }
}
