package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.schema.Collation;
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
    CONSTANT,
    INTEGERS,
    NUMBERS,
    TEXTS,
    LISTS
  }

  /** Writes a column of a sealed segment. */
  public static void write(Column column, BlockWriter out) throws IOException {
    if (column instanceof ConstantColumn constant) {
      out.writeText(Kind.CONSTANT.name());
      constant.write(out);
    } else if (column instanceof IntegerColumn integers) {
      out.writeText(Kind.INTEGERS.name());
      integers.write(out);
    } else if (column instanceof NumberColumn numbers) {
      out.writeText(Kind.NUMBERS.name());
      numbers.write(out);
    } else if (column instanceof DictionaryColumn texts) {
      out.writeText(Kind.TEXTS.name());
      texts.write(out);
    } else {
      out.writeText(Kind.LISTS.name());
      ((ListColumn) column).write(out);
    }
  }

  /**
   * Reads a column.
   *
   * @param type the type of its field
   * @param collation the collation of its field, of which lists make keys
   */
  public static Column read(FieldType type, Collation collation, BlockReader in)
      throws IOException {
    return switch (Kind.valueOf(in.readText())) {
      case CONSTANT -> ConstantColumn.read(in);
      case INTEGERS -> IntegerColumn.read(in);
      case NUMBERS -> NumberColumn.read(in);
      case TEXTS -> DictionaryColumn.read(type, in);
      case LISTS -> ListColumn.read(type, collation, in);
    };
  }
}
