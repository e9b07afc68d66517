package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.schema.FieldType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kinds of columns that earlier builds wrote, written here as these builds did. */
final class EarlierColumnsTest {
  @TempDir private Path directory;

  /** Writes a column. */
  interface Form {
    void write(BlockWriter out) throws IOException;
  }

  /** Returns the column that is read from a file in the given form. */
  private Column read(FieldType type, Form form) throws IOException {
    Path file = directory.resolve("column");
    BlockWriter.write(file, form, Form::write);
    return BlockReader.read(file, in -> SealedColumns.read(type, in));
  }

  @Test
  void constants_areReadForAnyRow() throws IOException {
    for (long integer : new long[] {0, 1, -5, Long.MIN_VALUE, Long.MAX_VALUE}) {
      NumericColumn column = numeric(FieldType.INTEGER, constant(true, integer, (double) integer));
      assertThat(column.keyOr(70, 3)).isEqualTo(integer);
    }
    for (double number : new double[] {0.0, -0.0, 0.25, 1e300}) {
      NumericColumn column = numeric(FieldType.NUMBER, constant(true, 0, number));
      assertThat(column.number(70)).isEqualTo(Double.valueOf(number));
    }
    assertThat(numeric(FieldType.INTEGER, constant(false, 0, Double.NaN)).isPresent(70)).isFalse();
    assertThat(numeric(FieldType.NUMBER, constant(false, 0, Double.NaN)).isPresent(70)).isFalse();
  }

  private static Form constant(boolean isPresent, long key, double number) {
    return out -> {
      out.writeText("CONSTANT");
      out.writeFlag(isPresent);
      out.writeLong(key);
      out.writeDouble(number);
    };
  }

  @Test
  void integers_ofAnyWidth_areReadWithTheirAbsence() throws IOException {
    long[] present = {0b1011};
    NumericColumn flags =
        numeric(FieldType.BOOLEAN, integers(new long[] {0b0010}, null, null, present));
    NumericColumn ints =
        numeric(
            FieldType.INTEGER,
            integers(null, new int[] {7, Integer.MIN_VALUE, 9, Integer.MAX_VALUE}, null, present));
    NumericColumn longs =
        numeric(
            FieldType.INTEGER,
            integers(null, null, new long[] {7, Long.MIN_VALUE, 9, Long.MAX_VALUE}, null));

    assertThat(keys(flags)).containsExactly(0L, 1L, null, 0L);
    assertThat(keys(ints))
        .containsExactly(7L, (long) Integer.MIN_VALUE, null, (long) Integer.MAX_VALUE);
    assertThat(keys(longs)).containsExactly(7L, Long.MIN_VALUE, 9L, Long.MAX_VALUE);
  }

  private static Form integers(
      long @Nullable [] flags,
      int @Nullable [] ints,
      long @Nullable [] longs,
      long @Nullable [] present) {
    return out -> {
      out.writeText("INTEGERS");
      out.write(flags);
      out.write(ints);
      out.write(longs);
      out.write(present);
    };
  }

  @Test
  void numbers_areReadAsDecimalsAndAsDoubles() throws IOException {
    NumericColumn decimals =
        numeric(
            FieldType.NUMBER,
            numbers(new int[] {125, Integer.MIN_VALUE, -3, Integer.MAX_VALUE}, 1e9, null));
    NumericColumn doubles =
        numeric(FieldType.NUMBER, numbers(null, 1, new double[] {-0.0, Double.NaN, 0.1 + 0.2, 1}));

    assertThat(numbers(decimals)).containsExactly(125 / 1e9, Double.NaN, -3 / 1e9, 2.147483647);
    assertThat(numbers(doubles)).containsExactly(-0.0, Double.NaN, 0.1 + 0.2, 1.0);
  }

  private static Form numbers(int @Nullable [] decimals, double power, double @Nullable [] all) {
    return out -> {
      out.writeText("NUMBERS");
      out.write(decimals);
      out.writeDouble(power);
      out.writeInt(all == null ? -1 : all.length);
      for (int i = 0; all != null && i < all.length; i++) {
        out.writeDouble(all[i]);
      }
    };
  }

  /** One and two bytes held a code plus one; a row has no text if that is 0. */
  @ParameterizedTest
  @ValueSource(ints = {1, 254, 255, 65_534, 65_535})
  void texts_ofAnyNumberOfCodes_areRead(int count) throws IOException {
    String[] texts =
        IntStream.range(0, count).mapToObj(i -> String.format("t%06d", i)).toArray(String[]::new);
    int[] codes = {0, count - 1, TextColumn.ABSENT, count / 2};
    byte[] bytes = new byte[codes.length];
    short[] shorts = new short[codes.length];
    for (int row = 0; row < codes.length; row++) {
      bytes[row] = (byte) (codes[row] + 1);
      shorts[row] = (short) (codes[row] + 1);
    }
    boolean fitBytes = count < 255;
    boolean fitShorts = count < 65_535;
    DictionaryColumn column =
        texts(
            texts,
            fitBytes ? bytes : null,
            fitShorts && !fitBytes ? shorts : null,
            fitShorts ? null : codes,
            TextColumn.ABSENT);

    assertThat(IntStream.range(0, codes.length).map(column::code).toArray()).isEqualTo(codes);
    assertThat(column.text(1)).isEqualTo(texts[count - 1]);
  }

  @Test
  void texts_ofOneCode_areReadForAnyRow() throws IOException {
    DictionaryColumn column = texts(new String[] {"a"}, null, null, null, 0);

    assertThat(column.text(70)).isEqualTo("a");
  }

  @Test
  void lists_areReadWithTheirAbsence() throws IOException {
    ListColumn texts =
        lists(
            FieldType.TEXT_LIST,
            new int[] {2, ListColumn.NO_LIST, 0, 3},
            new String[] {"sea", "pets"},
            0,
            1,
            1,
            1,
            0);
    ListColumn integers =
        lists(
            FieldType.INTEGER_LIST,
            new int[] {ListColumn.NO_LIST, 2, 0, 1},
            new String[0],
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            7);

    assertThat(all(texts, texts::texts))
        .containsExactly(List.of("sea", "pets"), null, List.of(), List.of("pets", "pets", "sea"));
    assertThat(all(integers, integers::integers))
        .containsExactly(
            null, new long[] {Long.MIN_VALUE, Long.MAX_VALUE}, new long[0], new long[] {7});
    assertThat(all(texts, texts::integers)).containsOnlyNulls();
    assertThat(all(integers, integers::texts)).containsOnlyNulls();
  }

  private static List<@Nullable Object> all(
      ListColumn column, IntFunction<? extends @Nullable Object> list) {
    List<@Nullable Object> all = new ArrayList<>();
    for (int row = 0; row < 4; row++) {
      all.add(list.apply(row));
      assertThat(column.isPresent(row)).isEqualTo(column.keys(row) != null);
    }
    return all;
  }

  private ListColumn lists(FieldType type, int[] lengths, String[] texts, long... values)
      throws IOException {
    return (ListColumn)
        read(
            type,
            out -> {
              out.writeText("LISTS");
              out.write(lengths);
              out.writeTexts(texts);
              for (long value : values) {
                out.writeLong(value);
              }
            });
  }

  private DictionaryColumn texts(
      String[] texts,
      byte @Nullable [] bytes,
      short @Nullable [] shorts,
      int @Nullable [] ints,
      int constant)
      throws IOException {
    return (DictionaryColumn)
        read(
            FieldType.TEXT,
            out -> {
              out.writeText("TEXTS");
              new Dictionary(texts, texts).write(out);
              out.write(bytes);
              out.write(shorts);
              out.write(ints);
              out.writeInt(constant);
            });
  }

  private static @Nullable Long[] keys(NumericColumn column) {
    @Nullable Long[] keys = new Long[4];
    Arrays.setAll(keys, row -> column.isPresent(row) ? column.key(row) : null);
    return keys;
  }

  private static double[] numbers(NumericColumn column) {
    return IntStream.range(0, 4).mapToDouble(column::number).toArray();
  }

  private NumericColumn numeric(FieldType type, Form form) throws IOException {
    return (NumericColumn) read(type, form);
  }
}
