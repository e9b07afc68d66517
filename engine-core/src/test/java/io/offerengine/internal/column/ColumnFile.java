package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.schema.FieldType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file with a column alone. */
final class ColumnFile {
  private ColumnFile() {}

  /** Writes a column in any form. */
  interface Form {
    void write(BlockWriter out) throws IOException;
  }

  /** Returns the column that is read from a file in the given form. */
  static Column read(FieldType type, Form form) throws IOException {
    Path file = Files.createTempFile("column", ".test");
    try {
      BlockWriter.write(file, form, Form::write);
      return BlockReader.read(file, in -> SealedColumns.read(type, in));
    } finally {
      Files.delete(file);
    }
  }
}
