package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.offerengine.internal.column.CodedTexts;
import io.offerengine.internal.merge.MergeScheduler;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SegmentSetTest {
  /** With them, a tail has 500 rows. */
  private static final int OFFERS = 64_000;

  private static final int[] SMALL = {200, 200, 300, 300};

  private static final String BAD = "bad";
  private static final Schema.Builder BUILDER = Schema.builder("rooms", "id");
  private static final TextField NAME = BUILDER.text("name").add();
  private static final TextListField TAGS = BUILDER.texts("tags").add();
  private static final TextField LABEL =
      BUILDER.text("label").collation(Collation.of("no bad ones", SegmentSetTest::key)).add();
  private static final Schema ROOMS = BUILDER.build();

  private static String key(String label) {
    if (label.equals(BAD)) {
      throw new IllegalStateException("a bad label");
    }
    return label;
  }

  /** Returns a sealed segment of offers with the next identifiers. */
  private static SegmentView sealed(int first, int count) {
    List<Offer> offers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      offers.add(SmallMarket.offer(first + i).build());
    }
    return SmallMarket.sealed(count, offers).views().get(0);
  }

  private static SegmentSet emptySet(Schema schema) {
    return new SegmentSet(schema, SegmentSizes.DEFAULTS, new SegmentSealer(schema, null));
  }

  /** Returns what a batch does that adds a room. */
  private static BatchOutcome room(SegmentSet set, long id, String text, String label) {
    Offer room =
        Offer.builder(ROOMS)
            .put(ROOMS.idField(), id)
            .set(NAME, text)
            .set(TAGS, List.of(text, text))
            .set(LABEL, label)
            .build();
    return new BatchOutcome(ROOMS, set, OfferBatch.builder().upsert(room).build());
  }

  /** Returns all names, and then all tags, that the tail knows. */
  private static List<String> textsOfTail(SegmentSet set) {
    Segment tail = set.newVersion(1).views().get(0).segment();
    List<String> texts = new ArrayList<>();
    for (CodedTexts column : List.of(tail.text(NAME), tail.list(TAGS))) {
      for (int code = 0; code < column.dictionary().size(); code++) {
        texts.add(column.dictionary().text(code));
      }
    }
    return texts;
  }

  @Test
  void add_ofARefusedBatch_leavesNoTextBehind() {
    SegmentSet set = emptySet(ROOMS);
    SegmentSet.Preparation preparation = set.prepare();
    SegmentSet.Prepared first = preparation.add(room(set, 1, "first", "good"), false);
    assertThatIllegalStateException()
        .isThrownBy(() -> preparation.add(room(set, 2, "refused", BAD), false));
    SegmentSet.Prepared last = preparation.add(room(set, 3, "last", "good"), false);

    set.apply(first);
    set.apply(last);

    assertThat(textsOfTail(set)).containsExactly("first", "last", "first", "last");
    assertThat(set.find(3).text(NAME)).isEqualTo("last");
    assertThat(set.find(3).texts(TAGS)).containsExactly("last", "last");
  }

  @Test
  void abandon_ofAllBatches_leavesTheTextsOfEarlierRowsAlone() {
    SegmentSet set = emptySet(ROOMS);
    set.apply(set.prepare().add(room(set, 1, "earlier", "good"), false));
    SegmentSet.Preparation preparation = set.prepare();
    preparation.add(room(set, 2, "given up", "good"), false);
    preparation.add(room(set, 3, "earlier", "good"), false);

    preparation.abandon();

    assertThat(textsOfTail(set)).containsExactly("earlier", "earlier");
  }

  @Test
  void replaceBy_sizesTheTailByTheNewOffers() {
    SegmentSet set = emptySet(SmallMarket.schema());

    set.replaceBy(List.of((SealedSegment) sealed(0, OFFERS).segment()));

    assertThat(set.patience()).isEqualTo(500);
  }

  @Test
  void dueMerge_afterDeletionsAlone_comesWithTheFirstDeadRowTooMany() {
    SegmentSet set = emptySet(SmallMarket.schema());
    set.restore(List.of(sealed(0, OFFERS)));
    Schema schema = SmallMarket.schema();
    long deleted = 0;
    boolean isDue;
    boolean isExpected;
    do {
      OfferBatch batch = OfferBatch.builder().delete(deleted++).build();
      set.apply(set.prepare().add(new BatchOutcome(schema, set, batch), false));
      isDue = set.dueMerge() != null;
      MergePolicy policy = new MergePolicy((int) set.patience(), OFFERS);
      MergePolicy.Size size = new MergePolicy.Size(OFFERS, OFFERS - (int) deleted);
      isExpected = policy.spareRows(List.of(size)) < 0;
      assertThat(isDue).as("after %s deletions", deleted).isEqualTo(isExpected);
    } while (!isDue);
    assertThat(deleted).isGreaterThan(OFFERS / 15);
  }

  @Test
  void restore_sizesTailsAndMergesByTheRestoredOffers() {
    List<SegmentView> saved = new ArrayList<>();
    int offers = 0;
    for (int count : SMALL) {
      saved.add(sealed(offers, count));
      offers += count;
    }
    saved.add(sealed(offers, OFFERS - offers));
    SegmentSet set = emptySet(SmallMarket.schema());

    set.restore(saved);

    assertThat(set.patience()).isEqualTo(500);
    MergeScheduler.DueMerge due = set.dueMerge();
    assertThat(due).as("four segments of at most 500 rows are of one class").isNotNull();
    Objects.requireNonNull(due).merge().run();
    EngineVersion merged = set.newVersion(1);
    assertThat(merged.views())
        .extracting(SegmentView::liveCount)
        .containsExactly(OFFERS - 1000, 1000, 0);
    assertThat(merged.sealedSegments()).isEqualTo(2);
    assertThat(merged.merges()).isEqualTo(1);
    assertThat(merged.seals()).isZero();
    assertThat(set.dueMerge()).isNull();
  }
}
