package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.schema.FieldType;
import java.io.IOException;

/**
 * Writes the columns of sealed segments to files, and reads them.
 *
 * <p>The form of columns is frozen, because later builds read stored values from it: a new form is
 * a new kind, and the present kinds stay readable.
 */
public final class SealedColumns {
  private SealedColumns() {}

  /** The kinds of columns. The names are part of the format of files. */
  private enum Kind {
    /** Read, but no longer written. */
    CONSTANT,
    /** Read, but no longer written. */
    INTEGERS,
    /** Read, but no longer written. */
    NUMBERS,
    /** Read, but no longer written. */
    TEXTS,
    PACKED_NUMBERS,
    PACKED_TEXTS,
    /** Read, but no longer written. */
    LISTS,
    PACKED_LISTS
  }

  /** Writes a column of a sealed segment. */
  public static void write(Column column, BlockWriter out) throws IOException {
    if (column instanceof PackedColumn numbers) {
      out.writeText(Kind.PACKED_NUMBERS.name());
      numbers.write(out);
    } else if (column instanceof DictionaryColumn texts) {
      out.writeText(Kind.PACKED_TEXTS.name());
      texts.write(out);
    } else {
      out.writeText(Kind.PACKED_LISTS.name());
      ((PackedListColumn) column).write(out);
    }
  }

  /**
   * Reads a column.
   *
   * @param type the type of its field
   */
  public static Column read(FieldType type, BlockReader in) throws IOException {
    return switch (Kind.valueOf(in.readText())) {
      case CONSTANT -> EarlierColumns.readConstant(type, in);
      case INTEGERS -> EarlierColumns.readIntegers(in);
      case NUMBERS -> EarlierColumns.readNumbers(in);
      case TEXTS -> EarlierColumns.readTexts(in);
      case PACKED_NUMBERS -> PackedColumn.read(in);
      case PACKED_TEXTS -> DictionaryColumn.read(in);
      case LISTS -> EarlierColumns.readLists(type, in);
      case PACKED_LISTS -> PackedListColumn.read(type, in);
    };
  }
}
