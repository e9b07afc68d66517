package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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

  /** A write that the error stops. */
  interface Write {
    void to(SegmentWriter writer);
  }

  static Stream<Arguments> writes() {
    return Stream.of(
        write("apply", writer -> writer.apply(batch(2))),
        write("applyEach", writer -> writer.applyEach(List.of(batch(2), batch(3)))),
        write("applyAt", writer -> writer.applyAt(7, batch(2))),
        write("load", writer -> writer.load(offers(5), count -> {})),
        write("replace", writer -> writer.replace(7, offers(5), count -> {})));
  }

  private static Arguments write(String name, Write write) {
    return Arguments.of(name, write);
  }

  private static Iterator<Offer> offers(int count) {
    return SmallMarket.offers(count, SmallMarket::offer).iterator();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("writes")
  void write_thatAnErrorStops_closesTheWriterForWrites(
      String name, Write write, @TempDir Path directory) {
    writer.apply(batch(1));
    fails = true;
    assertThat(catchThrowable(() -> write.to(writer))).isSameAs(full);
    fails = false;
    for (ThrowingCallable next :
        List.<ThrowingCallable>of(
            () -> writer.apply(batch(3)),
            () -> writer.applyAt(9, batch(3)),
            () -> writer.applyEach(List.of(batch(3))),
            () -> writer.load(offers(1), count -> {}),
            () -> writer.replace(9, offers(0), count -> {}),
            () -> writer.save(directory, version -> "", Map::of))) {
      assertThatThrownBy(next)
          .isInstanceOf(EngineException.class)
          .hasFieldOrPropertyWithValue("code", ErrorCode.CLOSED)
          .hasMessageContaining("was applied by half: java.lang.OutOfMemoryError: no heap is left")
          .hasCause(full);
    }
    assertThat(directory).isEmptyDirectory();
  }
}
