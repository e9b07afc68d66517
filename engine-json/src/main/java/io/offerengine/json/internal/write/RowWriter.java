package io.offerengine.json.internal.write;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of search responses and of exports: with all shown fields from cached texts, or
 * with some fields anew.
 *
 * <p>The engine caches the text of each row as a {@link io.offerengine.RowAttachment}, which a
 * {@link RowRenderer} creates. A {@link ResponseAssembler} joins the texts and prints the computed
 * values that differ from the cached text.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class RowWriter {
  private final RowTemplate template;
  private final RowRenderer renderer;

  /**
   * Creates a writer.
   *
   * @param fields the shown fields to write, in this order; at least one
   */
  public RowWriter(Schema schema, List<Field> fields) {
    this.template = new RowTemplate(schema, fields);
    this.renderer = new RowRenderer(schema, template);
  }

  /**
   * Returns the rows of all matches from the cache of rows; null if there are none. Only for all
   * shown fields, which the cached texts have.
   */
  public @Nullable ResponseAssembler gather(Matches matches) {
    if (matches.isEmpty()) {
      return null;
    }
    ResponseAssembler rows = assembler(matches);
    rows.addAll(matches, renderer);
    return rows;
  }

  /**
   * Returns the rows of all matches; null if there are none. Their texts are neither read from the
   * cache nor put there.
   */
  public @Nullable ResponseAssembler render(Matches matches) {
    if (matches.isEmpty()) {
      return null;
    }
    ResponseAssembler rows = assembler(matches);
    matches.forEach(match -> rows.add(renderer.make(match)));
    return rows;
  }

  /** Returns an assembler of as many rows as there are matches, of which it has none. */
  private ResponseAssembler assembler(Matches matches) {
    return new ResponseAssembler(
        template, matches.get(0).arguments(), matches.isFolded(), matches.size());
  }

  /**
   * Writes the rows of some matches, each with a line feed at its end. The cache of rows is left
   * alone: an export has many rows that no page shows, and would drop the rows of pages from it.
   *
   * @throws UncheckedIOException if the target throws IOException
   */
  public void writeLines(Matches matches, OutputStream target) {
    try {
      for (Match match : matches) {
        byte[] row = renderer.make(match);
        target.write(row, template.textAt(), row.length - template.textAt());
        target.write('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
