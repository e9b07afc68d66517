package io.offerengine.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.plan.CostModel;
import io.offerengine.query.EngineException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The work of a search: rows, ranks and words, and when the deadline is checked. */
class WorkCounterTest {
  private static final int ROWS_PER_CHECK = 4096;

  @Test
  void work_countsRanksAndWordsByTheirCost() {
    WorkCounter work = new WorkCounter(new Deadline(null));
    work.examined(10);
    work.examined(5);
    work.matched(3);
    work.passed(3L * CostModel.WORDS_PER_EXAMINED_ROW);
    work.words(4L * CostModel.WORDS_PER_EXAMINED_ROW);
    work.passed(2L * CostModel.WORDS_PER_EXAMINED_ROW);
    assertThat(work.rowsExamined()).isEqualTo(15);
    assertThat(work.rowsMatched()).isEqualTo(3);
    assertThat(work.work()).isEqualTo(15 + 3 + 4 + 2);
  }

  @Test
  void examined_everySoManyRows_checksTheDeadline() {
    AtomicLong now = new AtomicLong();
    WorkCounter work = new WorkCounter(new Deadline(Duration.ofNanos(100), now::get));
    now.set(100);
    work.examined(ROWS_PER_CHECK - 1);
    assertThatThrownBy(() -> work.examined(1)).isInstanceOf(EngineException.class);
    work.examined(ROWS_PER_CHECK - 1);
    assertThatThrownBy(work::checkDeadline).isInstanceOf(EngineException.class);
  }

  @Test
  void trace_ofACount_addsToTheRowsExamined() {
    SegmentTrace trace = new SegmentTrace();
    trace.examined(7);
    trace.examined(2);
    assertThat(trace.rowsExamined()).isEqualTo(9);
    assertThat(trace.plan()).isNull();
    assertThat(trace.scan()).isNull();
  }
}
