package io.offerengine.server.templates;

import io.offerengine.server.store.Database;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An iterator over templates by ascending number that reads them page by page. A slow reader
 * therefore holds neither many templates nor a connection.
 *
 * <p>Each page shows the database at the time when the page is read. No template occurs twice. A
 * template that is created or edited meanwhile may be missing.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <T> what is shown of a template
 */
final class TemplatePages<T> implements Iterator<T> {
  private final Database database;
  private final @Nullable Long owner;
  private final boolean isWithPublic;
  private final Function<TemplateRow, T> shown;
  private Iterator<TemplateRow> page = List.<TemplateRow>of().iterator();
  private long last = Long.MIN_VALUE;
  private boolean ended;

  /**
   * Creates an iterator.
   *
   * @param owner the user whose templates are listed; null for none
   * @param isWithPublic whether the public templates of all users are listed
   * @param shown returns what is shown of a template
   */
  TemplatePages(
      Database database,
      @Nullable Long owner,
      boolean isWithPublic,
      Function<TemplateRow, T> shown) {
    this.database = database;
    this.owner = owner;
    this.isWithPublic = isWithPublic;
    this.shown = shown;
  }

  @Override
  public boolean hasNext() {
    if (!page.hasNext() && !ended) {
      List<TemplateRow> read =
          database.read(
              connection -> new TemplateTable(connection).page(owner, isWithPublic, last));
      ended = read.isEmpty();
      page = read.iterator();
    }
    return page.hasNext();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    TemplateRow row = page.next();
    last = row.template().id();
    return shown.apply(row);
  }
}
