package io.offerengine.server.store;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests on either database, which is empty before each of them. */
@ParameterizedClass
@MethodSource("io.offerengine.server.store.TestDatabase#kinds")
public abstract class EachDatabase {
  /** A directory of the test. */
  @TempDir protected Path directory;

  /** The database of the test. */
  @AutoClose protected Database database;

  @Parameter private TestDatabase kind;

  @BeforeEach
  void openDatabase() {
    database = open();
  }

  /** Opens the same database at each call. */
  protected Database open() {
    return kind.open(directory);
  }
}
