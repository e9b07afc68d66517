package io.offerengine.log;

import io.offerengine.log.testing.PostgresqlServer;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A durable engine on PostgreSQL. */
class PostgresqlDurableEngineTest extends DurableEngineContract {
  static DataSource at(String url) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    return source;
  }

  @Override
  DataSource newDatabase(Path directory) {
    return at(PostgresqlServer.newDatabase());
  }
}
