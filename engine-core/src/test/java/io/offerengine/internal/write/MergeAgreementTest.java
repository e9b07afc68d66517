package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.RandomOffers;
import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.segment.LiveRows;
import io.offerengine.internal.segment.NewRow;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.internal.segment.TailSegment;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.NumericSet;
import io.offerengine.query.TextSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.UsualColumn;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a merge combines, held to the same rows sealed anew: in every value, clause and order. */
class MergeAgreementTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final SegmentSealer SEALER = new SegmentSealer(SCHEMA, null);
  private static final int CASES = Seeds.cases(Integer.getInteger("cases", 24));
  private static final int[] SIZES = {1, 40, 256, 600, 3000, 9000};
  private static final int CLAUSES = 4;

  /** Some values of a field have bitmaps if they are at most 64 numbers or 512 texts. */
  private static final int[] VALUES = {1, 2, 9, 33, 64, 65, 300, 1_000, 20_000};

  private final long seed = Seeds.first();
  private final Random random = new Random();
  private RandomOffers generator = new RandomOffers(random, field -> 1);
  private int nextId;

  @Test
  void merge_ofAnySegments_equalsTheSegmentsOfTheirLiveRows() {
    for (int i = 0; i < CASES; i++) {
      assertEqualsSealedAnew(seed + i);
    }
  }

  /** Two usual columns differ in the rows that died alone, so that the merged ones are shared. */
  @Test
  void merge_ofSegmentsWhoseRowsLeftHaveEqualColumns_sharesOne() {
    assertEqualsSealedAnew(-8515314113695080670L);
  }

  private void assertEqualsSealedAnew(long ofCase) {
    random.setSeed(ofCase);
    String what = "seed=" + ofCase;
    int maxRows = random.nextInt(4) == 0 ? 500 : 262_144;
    List<WriterSegment> sources = sources();
    List<SealedSegment> merged = merged(sources, maxRows);
    List<SealedSegment> anew = sealedAnew(sources, maxRows);
    assertThat(merged).as(what).hasSameSizeAs(anew);
    for (int segment = 0; segment < anew.size(); segment++) {
      assertAgree(what, merged.get(segment), anew.get(segment));
    }
  }

  /** Some sealed segments, and perhaps tails, each of which lost rows. */
  private List<WriterSegment> sources() {
    nextId = 0;
    generator = generator();
    List<WriterSegment> sources = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int source = 0; source < count; source++) {
      boolean sealed = source == 0 || random.nextInt(4) > 0;
      boolean merged = sealed && random.nextInt(3) == 0;
      WriterSegment held =
          sealed ? someOf(sealed(), source) : someOf(open(SIZES[random.nextInt(3)]), source);
      sources.add(merged ? someOf(merged(held), source) : held);
    }
    return sources;
  }

  /** Lets some of a segment's rows die, but not all. */
  private WriterSegment someOf(Segment segment, int serial) {
    WriterSegment held = new WriterSegment(segment, serial, LiveRows.Editor.ofAll(segment.size()));
    double share = random.nextInt(4) == 0 ? 0 : random.nextDouble();
    int survivor = random.nextInt(segment.size());
    for (int row = 0; row < segment.size(); row++) {
      if (row != survivor && random.nextDouble() < share) {
        held.live().kill(row);
      }
    }
    return held;
  }

  /** Merges a segment with another, so that what was merged is merged again. */
  private SealedSegment merged(WriterSegment first) {
    List<WriterSegment> both = List.of(first, someOf(sealed(), 0));
    return merged(both, 262_144).get(0);
  }

  private static List<SealedSegment> merged(List<WriterSegment> sources, int maxRows) {
    return SEALER.merge(sources.stream().map(WriterSegment::view).toList(), maxRows);
  }

  private SealedSegment sealed() {
    TailSegment rows = open(SIZES[random.nextInt(SIZES.length)]);
    return SEALER.seal(allOf(rows), rows.size()).get(0);
  }

  /** Returns rows whose fields have as many values as those of the other sources, or as others. */
  private TailSegment open(int size) {
    RandomOffers offers = random.nextInt(3) == 0 ? generator() : generator;
    TailSegment open = new TailSegment(SCHEMA, size);
    for (int row = 0; row < size; row++) {
      nextId += 1 + random.nextInt(3);
      open.append(List.of(new NewRow(offers.offer(nextId))));
    }
    return open;
  }

  private RandomOffers generator() {
    Map<Field, Integer> values = new HashMap<>();
    return new RandomOffers(
        random,
        field -> values.computeIfAbsent(field, any -> VALUES[random.nextInt(VALUES.length)]));
  }

  private static RowReferences allOf(Segment segment) {
    return new RowReferences(List.of(SegmentView.whole(segment)));
  }

  private static List<SealedSegment> sealedAnew(List<WriterSegment> sources, int maxRows) {
    int live = sources.stream().mapToInt(WriterSegment::liveCount).sum();
    TailSegment copy = new TailSegment(SCHEMA, live);
    for (WriterSegment source : sources) {
      LiveRows rows = source.view().live();
      for (int row = 0; row < source.size(); row++) {
        if (rows.isLive(row)) {
          copy.append(List.of(new NewRow(StoredOffers.read(source.segment(), row))));
        }
      }
    }
    return SEALER.seal(allOf(copy), maxRows);
  }

  private void assertAgree(String what, SealedSegment merged, SealedSegment anew) {
    assertThat(merged.size()).as(what).isEqualTo(anew.size());
    assertLiesInOrder(what, merged);
    for (Field field : SCHEMA.columns()) {
      String where = what + " " + field;
      assertThat(values(merged, field)).as(where).isEqualTo(values(anew, field));
      assertAgree(where, merged, anew, field.slot());
    }
    for (UsualColumn usual : SCHEMA.usualColumns()) {
      String where = what + " " + usual;
      FieldIndex expected = anew.index(usual.slot());
      FieldIndex found = merged.index(usual.slot());
      assertThat(numbers(found, merged.size()))
          .as(where)
          .isEqualTo(numbers(expected, merged.size()));
      assertAgree(where, merged, anew, usual.slot());
    }
  }

  /** Rows lie by the cluster field, those without it last, and then by identifier. */
  private static void assertLiesInOrder(String what, SealedSegment segment) {
    NumericColumn cluster = segment.numeric(Objects.requireNonNull(SCHEMA.clusterField()));
    for (int row = 1; row < segment.size(); row++) {
      int order =
          Long.compare(cluster.keyOr(row - 1, Long.MAX_VALUE), cluster.keyOr(row, Long.MAX_VALUE));
      boolean isBefore = order < 0 || (order == 0 && segment.id(row - 1) < segment.id(row));
      assertThat(isBefore).as("%s row %d", what, row).isTrue();
    }
  }

  private static List<Object> values(SealedSegment segment, Field field) {
    List<Object> values = new ArrayList<>();
    for (int row = 0; row < segment.size(); row++) {
      if (!segment.column(field).isPresent(row)) {
        values.add("absent");
      } else if (field.type() == FieldType.NUMBER) {
        values.add(segment.numeric(field).number(row));
      } else if (field.type().hasIntegerKeys()) {
        values.add(segment.numeric(field).key(row));
      } else if (field.type().isText()) {
        values.add(segment.text(field).code(row) + " " + segment.text(field).text(row));
      } else {
        values.add(Arrays.toString(segment.list(field).integers(row)));
      }
    }
    return values;
  }

  private static List<Double> numbers(FieldIndex index, int size) {
    List<Double> numbers = new ArrayList<>();
    for (int row = 0; row < size; row++) {
      numbers.add(index.numbers().number(row));
    }
    return numbers;
  }

  private static List<String> texts(DictionaryColumn column) {
    return IntStream.range(0, column.dictionary().size())
        .mapToObj(column.dictionary()::text)
        .toList();
  }

  private void assertAgree(String what, SealedSegment ofMerged, SealedSegment ofAnew, int slot) {
    FieldIndex merged = ofMerged.index(slot);
    FieldIndex anew = ofAnew.index(slot);
    int size = ofMerged.size();
    assertThat(permutationBytes(ofMerged, merged))
        .as(what)
        .isEqualTo(permutationBytes(ofAnew, anew));
    assertThat(merged.statistics()).as(what).isEqualTo(anew.statistics());
    assertHasSameStructures(what, merged, anew);
    assertThat(order(merged, size)).as(what).isEqualTo(order(anew, size));
    if (anew.column() instanceof DictionaryColumn coded
        && merged.column() instanceof DictionaryColumn other) {
      assertThat(texts(other)).as(what).isEqualTo(texts(coded));
    }
    for (int clause = 0;
        clause < CLAUSES && anew.field().type() != FieldType.INTEGER_LIST;
        clause++) {
      ValueSet accepted = set(anew, size);
      long[] some = new long[Bits.wordCount(size)];
      Arrays.setAll(some, word -> random.nextLong());
      Bits.keepRange(some, 0, some.length, 0, size);
      assertThat(retained(merged, accepted, some))
          .as("%s %s", what, accepted)
          .isEqualTo(retained(anew, accepted, some));
    }
  }

  private static void assertHasSameStructures(String what, FieldIndex merged, FieldIndex anew) {
    assertThat(merged.valueCount()).as(what).isEqualTo(anew.valueCount());
    for (int value = 0; value < anew.valueCount(); value++) {
      assertThat(merged.valueKey(value)).as(what).isEqualTo(anew.valueKey(value));
    }
    assertThat(merged.bitmapBytes(new Footprint()))
        .as(what)
        .isEqualTo(anew.bitmapBytes(new Footprint()));
    assertThat(merged.cumulativeBytes(new Footprint()))
        .as(what)
        .isEqualTo(anew.cumulativeBytes(new Footprint()));
  }

  private static long permutationBytes(SealedSegment segment, FieldIndex index) {
    Footprint footprint = new Footprint();
    for (int slot = 0; slot < SealedSegment.columnCount(SCHEMA); slot++) {
      footprint.of(segment.index(slot).column());
    }
    return footprint.of(index.permutation());
  }

  private static int @Nullable [] order(FieldIndex index, int size) {
    SortedPermutation permutation = index.permutation();
    if (permutation == null) {
      return null;
    }
    int[] rows = new int[size + 1];
    rows[size] = permutation.presentCount();
    for (int rank = 0; rank < size; rank++) {
      rows[rank] = permutation.row(rank);
    }
    return rows;
  }

  private static long[] retained(FieldIndex index, ValueSet accepted, long[] some) {
    Clause clause = index.bind(accepted, new Scratch());
    long[] words = some.clone();
    clause.retain(words, words.length);
    return words;
  }

  /** A set of what some rows have. */
  private ValueSet set(FieldIndex index, int size) {
    if (index.column() instanceof TextColumn texts) {
      List<String> keys = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String key = texts.key(random.nextInt(size));
        keys.add(key == null ? "none" : key);
      }
      boolean absent = random.nextInt(4) == 0;
      return (random.nextBoolean() ? TextSet.of(keys) : TextSet.of(keys).complement())
          .withAbsent(absent);
    }
    long key = index.numbers().keyOr(random.nextInt(size), 5);
    long other = index.numbers().keyOr(random.nextInt(size), 5);
    NumericSet set =
        switch (random.nextInt(4)) {
          case 0 -> NumericSet.of(key);
          case 1 -> NumericSet.of(key, other).complement();
          case 2 -> NumericSet.range(Long.MIN_VALUE, key);
          default -> NumericSet.range(Math.min(key, other), Math.max(key, other));
        };
    return random.nextInt(4) == 0 ? set.withAbsent(true) : set;
  }
}
