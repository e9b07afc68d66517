package io.offerengine.cluster.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.cluster.ChangeText;
import io.offerengine.cluster.OfferUndo.Logged;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WantedChangesTest {
  private final WantedChanges wanted = new WantedChanges(1, 10);
  private long seq;

  private boolean take(ChangeText... changes) {
    return wanted.take(new Logged(++seq, Instant.EPOCH, List.of(changes)));
  }

  private static ChangeText changed(long id, int before) {
    return new ChangeText(id, String.valueOf(before), "new");
  }

  private List<ChangeText> laterNewestFirst() {
    return wanted.laterNewestFirst().stream().flatMap(List::stream).toList();
  }

  @Test
  void later_ofWantedOffers_areKeptInParts_theNewestFirst() {
    assertThat(take(changed(1, 0))).isTrue();
    List<String> befores = new ArrayList<>();
    for (int i = 1; i <= 2_500; i++) {
      assertThat(take(changed(1, i), changed(2, i))).isFalse();
      befores.add(String.valueOf(i));
    }
    Collections.reverse(befores);
    List<List<ChangeText>> parts = wanted.laterNewestFirst();
    assertThat(parts).extracting(List::size).containsExactly(1_000, 1_000, 500);
    assertThat(parts.stream().flatMap(List::stream))
        .allMatch(each -> each.id() == 1 && each.after() != null)
        .extracting(ChangeText::before)
        .isEqualTo(befores);
    assertThat(wanted.end()).isEqualTo(1);
    assertThat(wanted.ids()).containsExactly(1L);
  }

  @Test
  void later_behindADeletionOrInsertion_areNotKept() {
    take(changed(1, 0), new ChangeText(2, "whole", null));
    take(changed(1, 1));
    take(new ChangeText(1, "all of it", null));
    take(new ChangeText(1, null, "again"), new ChangeText(2, null, "again"));
    take(changed(1, 2), changed(2, 2));
    assertThat(laterNewestFirst())
        .containsExactly(
            new ChangeText(2, null, null),
            new ChangeText(1, "all of it", null),
            new ChangeText(1, "1", ""));
  }

  @Test
  void take_ofTooManyLaterChanges_isNoticed() {
    take(changed(1, 0));
    ChangeText[] others =
        LongStream.range(0, 1_000).mapToObj(id -> changed(7, 1)).toArray(ChangeText[]::new);
    for (int i = 0; i < WantedChanges.MOST_LATER / 1_000; i++) {
      take(others);
    }
    assertThat(wanted.isTooFar()).isFalse();
    take(changed(7, 1));
    assertThat(wanted.isTooFar()).isTrue();
    assertThat(laterNewestFirst()).isEmpty();
  }
}
