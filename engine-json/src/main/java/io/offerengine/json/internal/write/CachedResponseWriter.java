package io.offerengine.json.internal.write;

import io.offerengine.Matches;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rows of search responses from cached texts.
 *
 * <p>The engine caches the text of each row as a {@link io.offerengine.RowAttachment}, which a
 * {@link RowRenderer} creates. A {@link ResponseAssembler} joins the texts and prints the computed
 * values that differ from the cached text.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class CachedResponseWriter {
  private final Schema schema;
  private final RowTemplate template;
  private final RowRenderer renderer;

  /** Creates a writer of responses for offers of a schema. */
  public CachedResponseWriter(Schema schema) {
    this.schema = schema;
    this.template = new RowTemplate(schema);
    this.renderer = new RowRenderer(schema, template);
  }

  /** Returns the rows of all matches; null if there are none. */
  public @Nullable ResponseAssembler gather(Matches matches) {
    if (matches.isEmpty()) {
      return null;
    }
    ResponseAssembler rows = assembler(template, matches);
    rows.addAll(matches, renderer);
    return rows;
  }

  /**
   * Returns the rows of all matches with some fields; null if there are none. Their texts are
   * neither read from the cache nor put there.
   *
   * @param fields shown fields, in the order of the text; at least one
   */
  public @Nullable ResponseAssembler render(Matches matches, List<Field> fields) {
    if (matches.isEmpty()) {
      return null;
    }
    RowTemplate ofFields = new RowTemplate(schema, fields);
    RowRenderer anew = new RowRenderer(schema, ofFields);
    ResponseAssembler rows = assembler(ofFields, matches);
    matches.forEach(match -> rows.add(anew.make(match)));
    return rows;
  }

  /** Returns an assembler of as many rows as there are matches, of which it has none. */
  private static ResponseAssembler assembler(RowTemplate template, Matches matches) {
    return new ResponseAssembler(
        template, matches.get(0).arguments(), matches.isFolded(), matches.size());
  }
}
