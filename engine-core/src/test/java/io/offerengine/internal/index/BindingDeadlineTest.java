package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The deadline of a search while its conditions are bound to a segment. */
class BindingDeadlineTest {
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "id");
  private static final TextField NAME = ROOMS.text("name").add();
  private static final IntegerListField FLOORS = ROOMS.integers("floors").add();
  private static final Schema SCHEMA = ROOMS.build();
  private static final int LONGEST_TEXT = 65_536;
  private static final int TEXTS = 200;

  private long looks;

  /** Returns a scratch whose deadline is over at a look at the clock. */
  private Scratch untilLook(long last) {
    looks = -1;
    return Scratch.take(new Deadline(Duration.ofNanos(last), () -> ++looks));
  }

  private static Offer.Builder room(int id) {
    return Offer.builder().set(SCHEMA.idField(), id);
  }

  private static ValueSet accepted(Field field, Operator operator, Object value) {
    Query query = Query.builder(SCHEMA).where(field, operator, value).build();
    return Objects.requireNonNull(query.valueSets().get(field));
  }

  private void assertFailsAtEveryLook(List<Offer> rooms, Field field, ValueSet accepted) {
    SealedSegment sealed =
        (SealedSegment) SmallMarket.sealed(SCHEMA, rooms).views().get(0).segment();
    FieldIndex index = sealed.index(field);
    assertThat(AcceptedRows.accepts(index.bind(accepted, untilLook(Integer.MAX_VALUE)), 0))
        .isTrue();
    assertThat(looks).isGreaterThanOrEqualTo(TEXTS);
    for (long last = 1; last <= TEXTS; last += TEXTS - 1) {
      Scratch scratch = untilLook(last);
      assertThatThrownBy(() -> AcceptedRows.accepts(index.bind(accepted, scratch), 0))
          .isInstanceOfSatisfying(
              EngineException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
      assertThat(looks).isEqualTo(last);
    }
  }

  /** A pattern that begins everywhere, in texts as long as they may be. */
  @Test
  void bind_ofAPattern_looksAtTheClockForEveryLongText() {
    List<Offer> rooms = new ArrayList<>();
    for (int id = 0; id < TEXTS; id++) {
      rooms.add(room(id).set(NAME, "a".repeat(LONGEST_TEXT) + "b" + id).build());
    }
    ValueSet pattern = accepted(NAME, Operator.CONTAINS, "a".repeat(1000) + "b");
    assertFailsAtEveryLook(rooms, NAME, pattern);
  }

  @Test
  void accepts_ofManyValuesThatAListMustHave_looksAtTheClockForEveryOne() {
    long[] all = LongStream.range(0, TEXTS).toArray();
    List<Offer> rooms =
        List.of(room(0).set(FLOORS, all).build(), room(1).set(FLOORS, new long[] {1}).build());
    List<Object> wanted = new ArrayList<>();
    LongStream.of(all).forEach(wanted::add);
    assertFailsAtEveryLook(rooms, FLOORS, accepted(FLOORS, Operator.HAS_ALL, wanted));
  }
}
