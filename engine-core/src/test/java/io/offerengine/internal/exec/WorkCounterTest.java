package io.offerengine.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.plan.CostModel;
import org.junit.jupiter.api.Test;

/** The work of a search: rows, ranks and words. */
class WorkCounterTest {
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
}
