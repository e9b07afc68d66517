package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.internal.column.Column;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerListField;
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

  private static ValueSet accepted(Field field, Operator operator, Object value) {
    Query query = Query.builder(SCHEMA).where(field, operator, value).build();
    return Objects.requireNonNull(query.valueSets().get(field));
  }

  private void assertFailsAtEveryLook(Column column, Field field, ValueSet accepted, int rows) {
    FieldIndex index = FieldIndex.of(field, column, rows);
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
    Column texts = SealedTexts.of(NAME, TEXTS, row -> "a".repeat(LONGEST_TEXT) + "b" + row);
    ValueSet pattern = accepted(NAME, Operator.CONTAINS, "a".repeat(1000) + "b");
    assertFailsAtEveryLook(texts, NAME, pattern, TEXTS);
  }

  @Test
  void accepts_ofManyValuesThatAListMustHave_looksAtTheClockForEveryOne() {
    long[] all = LongStream.range(0, TEXTS).toArray();
    Column lists = SealedLists.of(FLOORS, 2, row -> row == 0 ? all : new long[] {1});
    List<Object> wanted = new ArrayList<>();
    LongStream.of(all).forEach(wanted::add);
    assertFailsAtEveryLook(lists, FLOORS, accepted(FLOORS, Operator.HAS_ALL, wanted), 2);
  }
}
