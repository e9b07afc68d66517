package io.offerengine.json.internal.write;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Writes rows as lines of JSON, each an object with some fields.
 *
 * <p>The texts of rows are neither read from the cache of rows nor put there: an export has many
 * rows that no page shows, and would drop the rows of pages from the cache.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class RowLines {
  private final RowTemplate template;
  private final RowRenderer renderer;

  /**
   * Creates a writer.
   *
   * @param fields the shown fields to write, in this order; at least one
   */
  public RowLines(Schema schema, List<Field> fields) {
    template = new RowTemplate(schema, fields);
    renderer = new RowRenderer(schema, template);
  }

  /**
   * Writes the rows of some matches, each with a line feed at its end.
   *
   * @throws UncheckedIOException if the target throws IOException
   */
  public void write(Matches rows, OutputStream target) {
    try {
      for (Match match : rows) {
        byte[] row = renderer.make(match);
        target.write(row, template.textAt(), row.length - template.textAt());
        target.write('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
