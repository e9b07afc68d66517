package io.offerengine.log;

import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.sql.SQLException;
import java.util.TreeSet;
import javax.sql.DataSource;

/**
 * A log as a build of a program reads and writes it.
 *
 * <p>Entries depend on the stored and derived fields of a schema: an older build could erase their
 * values, or derive them in another way. Each text of fields that ever appended to a log is a
 * generation of it. Only the latest one appends, so that a build without a new field never stores
 * offers without its values. Builds with the same fields are of one generation.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class Log {
  private final LogDatabase database;
  private final ChangeForm form;
  private final String fields;
  private final String build;

  /** The number of this generation in the log; 0 before {@link #enter}. */
  private volatile int generation;

  private Log(LogDatabase database, Schema schema, String build) {
    this.database = database;
    this.form = new ChangeForm(schema);
    this.fields = fields(schema);
    this.build = build;
  }

  /**
   * Opens a log, and makes its tables if they are missing.
   *
   * @param build the build of the program, for people
   */
  static Log open(Schema schema, DataSource source, String build) {
    return new Log(LogDatabase.open(source), schema, build);
  }

  /** Returns a line for each stored or derived field, by name. */
  private static String fields(Schema schema) {
    TreeSet<String> lines = new TreeSet<>();
    for (Field field : schema.columns()) {
      String stored = field.isStored() ? "stored" : "derived";
      String derived = field.derivation() == null ? "" : ": " + field.definition();
      lines.add(field.name() + ' ' + field.type() + ' ' + stored + derived);
    }
    return String.join("\n", lines);
  }

  /** Returns where the log is. */
  LogDatabase database() {
    return database;
  }

  /** Returns how changes are written with the fields of the build. */
  ChangeForm form() {
    return form;
  }

  /** Lets the build append, like {@link #enter(LogSession)}, in a transaction of its own. */
  void enter() {
    database.<Boolean>write(session -> {
      session.lockHead();
      enter(session);
      return true;
    });
  }

  /**
   * Finds the number of this generation. If no build with these fields ever opened the log, it
   * becomes the generation that appends. The head is locked.
   *
   * <p>Enter only when all offers of the log could be read: from now on older builds append
   * nothing.
   */
  void enter(LogSession session) throws SQLException {
    int known = find(session);
    if (known == 0) {
      session.update(
          "INSERT INTO offer_log_generations (generation, fields, build)"
              + " SELECT COALESCE(MAX(generation), 0) + 1, ?, ? FROM offer_log_generations",
          fields,
          build);
      choose(session);
    } else {
      generation = known;
    }
  }

  /** Makes this generation, which has a number, the one that appends. The head is locked. */
  void choose(LogSession session) throws SQLException {
    generation = find(session);
    session.update("UPDATE offer_log SET generation = ? WHERE id = 1", generation);
  }

  /** Returns the number of these fields in the log; 0 if it has none. */
  private int find(LogSession session) throws SQLException {
    String sql = "SELECT generation FROM offer_log_generations WHERE fields = ?";
    return session.first(sql, row -> row.getInt(1), fields).orElse(0);
  }

  /** Returns whether builds with these fields append after a head of the log. */
  boolean appendsTo(LogSession.Head head) {
    return head.generation() == generation;
  }

  /** Returns the number of this generation in the log; 0 before {@link #enter}. */
  int generation() {
    return generation;
  }
}
