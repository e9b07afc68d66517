package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.schema.Field;
import java.io.IOException;

/** Writes the columns of sealed segments to files, and reads them. */
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

  /** Reads a column of a field. */
  public static Column read(Field field, BlockReader in) throws IOException {
    return switch (Kind.valueOf(in.readText())) {
      case CONSTANT -> ConstantColumn.read(in);
      case INTEGERS -> IntegerColumn.read(in);
      case NUMBERS -> NumberColumn.read(in);
      case TEXTS -> DictionaryColumn.read(field.type(), in);
      case LISTS -> ListColumn.read(field, in);
    };
  }
}
