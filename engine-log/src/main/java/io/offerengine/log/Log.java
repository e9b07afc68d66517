package io.offerengine.log;

import io.offerengine.schema.Schema;
import javax.sql.DataSource;

/**
 * A log as a build of a program reads and writes it.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * @param database where it is
 * @param form how changes are written with the fields of the build
 * @param generation the fields of the build
 */
record Log(LogDatabase database, ChangeForm form, Generation generation) {
  /** Opens a log, and makes its tables if they are missing. */
  static Log open(Schema schema, DataSource source, String build) {
    return new Log(LogDatabase.open(source), new ChangeForm(schema), new Generation(schema, build));
  }

  /**
   * Lets the build append, unless a later one does. Enter only when all offers of the log could be
   * read: from now on older builds append nothing.
   */
  void enter() {
    database.<Boolean>write(session -> {
      session.lockHead();
      generation.enter(session);
      return true;
    });
  }
}
