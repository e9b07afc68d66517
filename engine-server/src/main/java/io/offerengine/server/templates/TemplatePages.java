package io.offerengine.server.templates;

import io.offerengine.json.template.StoredTemplate;
import io.offerengine.server.store.Database;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * An iterator over templates by ascending number that reads them page by page. A slow reader
 * therefore holds neither many templates nor a connection.
 *
 * <p>Each page shows the database at the time when the page is read. No template occurs twice. A
 * template that is created or edited meanwhile may be missing.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class TemplatePages implements Iterator<StoredTemplate> {
  private final Database database;
  private final @Nullable Long user;
  private Iterator<StoredTemplate> page = List.<StoredTemplate>of().iterator();
  private long last = Long.MIN_VALUE;
  private boolean ended;

  /** Creates an iterator over the templates of a user, or over all public ones for null. */
  TemplatePages(Database database, @Nullable Long user) {
    this.database = database;
    this.user = user;
  }

  @Override
  public boolean hasNext() {
    if (!page.hasNext() && !ended) {
      List<StoredTemplate> read =
          database.read(connection -> new TemplateTable(connection).page(user, last));
      ended = read.isEmpty();
      page = read.iterator();
    }
    return page.hasNext();
  }

  @Override
  public StoredTemplate next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    StoredTemplate template = page.next();
    last = template.id();
    return template;
  }
}
