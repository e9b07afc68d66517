package io.offerengine.server.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.EngineException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which version is answered, and which replica is asked. */
class ReplicaTableTest {
  private final ReplicaTable table =
      new ReplicaTable(ShardAddresses.parse(List.of("http://a,http://b", "http://c")));
  private final Replica a = table.all().get(0);
  private final Replica b = table.all().get(1);
  private final Replica c = table.all().get(2);

  @Test
  void version_isTheLeastOfTheGreatest() {
    assertThat(a.answered("1/2", 7)).isTrue();
    assertThat(b.answered("1/2", 5)).isTrue();
    assertThat(c.answered("2/2", 6)).isTrue();
    assertThat(table.version()).isEqualTo(6);
    assertThat(table.coverage()).containsExactly(1, 1);
    assertThat(table.problem()).isNull();
    assertThat(table.candidates(0, 6)).containsExactly(a, b);
    assertThat(table.candidates(0, 8)).containsExactly(a, b);
    a.running().incrementAndGet();
    assertThat(table.candidates(0, 5)).containsExactly(b, a);
  }

  @Test
  void olderAnswerThatComesLate_lowersNoPosition() {
    assertThat(c.answered("2/2", 6)).isTrue();
    assertThat(c.answered("2/2", 4)).isTrue();
    assertThat(c.position()).isEqualTo(6);
  }

  @Test
  void failedReplica_isNotAsked() {
    assertThat(a.answered("1/2", 7)).isTrue();
    assertThat(b.answered("1/2", 7)).isTrue();
    assertThat(c.answered("2/2", 7)).isTrue();
    a.failed("is down");
    assertThat(table.candidates(0, 7)).containsExactly(b);
    assertThat(table.problem()).isNull();
    assertThat(table.coverage()).containsExactly(1, 1);
    b.failed("is down too");
    assertThat(table.problem())
        .isEqualTo(
            "shard 1 of 2 has no replica that can answer: http://a is down; http://b is down too");
    assertThat(table.coverage()).containsExactly(0, 1);
    assertThatThrownBy(table::version)
        .isInstanceOf(EngineException.class)
        .hasMessage("UNAVAILABLE: shard 1 of 2 has no replica that can answer; try again");
  }

  @Test
  void wrongShard_isNotUsedAndReported() {
    assertThat(a.answered("1/2", 7)).isTrue();
    assertThat(b.answered("2/2", 7)).isFalse();
    assertThat(c.answered("2/2", 7)).isTrue();
    assertThat(table.candidates(0, 7)).containsExactly(a);
    assertThat(table.problem()).isEqualTo("http://b is listed as shard 1/2, but has shard 2/2");
    assertThat(b.answered("1/2", 7)).isTrue();
    assertThat(table.problem()).isNull();
    assertThat(b.answered(null, 7)).isFalse();
    assertThat(table.problem()).startsWith("http://b is no member");
  }
}
