package io.offerengine.server.templates;

import io.offerengine.json.StoredTemplate;
import io.offerengine.server.store.Database;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Templates by ascending number, read page by page, so that a slow reader holds neither many of
 * them nor a connection.
 *
 * <p>Each page shows the database as it is when the page is read. None comes twice; one that is
 * made or edited meanwhile may be shown or not.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class TemplatePages implements Iterator<StoredTemplate> {
  private final Database database;
  private final @Nullable Long user;
  private Iterator<StoredTemplate> page = List.<StoredTemplate>of().iterator();
  private long last = Long.MIN_VALUE;
  private boolean ended;

  /** Creates an iterator over a user's templates; over everybody's public ones for null. */
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
