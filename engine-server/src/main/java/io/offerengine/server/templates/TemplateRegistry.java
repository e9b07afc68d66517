package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.template.ListedTemplate;
import io.offerengine.json.template.StoredTemplate;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.json.template.TemplateField;
import io.offerengine.json.template.TemplateName;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.log.Sql;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The templates of all users, in a database.
 *
 * <p>A user has at most one template with the same content and password, also if several threads
 * create it at once. Only {@link #dockerLoginPassword} returns a password.
 *
 * <p>Every method throws a {@link StoreException} if the database fails. An iterator is for one
 * thread; each of its pages shows the database at the time when the page is read.
 *
 * <p><b>Cost.</b> One transaction per call, and one per MiB of a list.
 *
 * <p><b>Threads.</b> Safe for use by many threads, and by several servers on one database.
 *
 * <p>Source: API document, sections 2.4 and 4.3; docs/operating.md.
 */
public final class TemplateRegistry {
  private static final CheckedTable TEMPLATES = CheckedTable.TEMPLATES;
  private static final String OF_USER = "WHERE user_id = ? AND hash_id = ?";
  private static final String OF_ID = "WHERE id = ?";

  /** The most rows of a page. */
  private static final int PAGE_ROWS = 256;

  /** The characters of content after which a page ends. */
  private static final int PAGE_CHARACTERS = 1 << 20;

  private static final int FETCHED_AT_ONCE = 8;

  private final Database database;
  private final TemplateLimits limits;
  private final TemplateCodec codec;

  private final @Nullable ServerSecret secret;

  /**
   * Creates a registry.
   *
   * @param secret the secret of this database, from {@link DatabaseSecret#open}; null for none:
   *     templates can be read and deleted then, but not saved
   * @param schema the fields that templates' conditions may name
   */
  public TemplateRegistry(Database database, @Nullable ServerSecret secret, Schema schema) {
    this(database, secret, schema, TemplateLimits.DEFAULTS);
  }

  /**
   * Creates a registry with limits of its own; the other parameters are as before.
   *
   * @param limits how much each user may store
   */
  public TemplateRegistry(
      Database database, @Nullable ServerSecret secret, Schema schema, TemplateLimits limits) {
    this.database = database;
    this.limits = limits;
    this.codec = new TemplateCodec(schema);
    this.secret = secret;
  }

  /**
   * Creates a template, finds the one with the same content, or edits the one whose hash the
   * request gives.
   *
   * <p>What an edit does not give stays as it is stored, the password included. If an edit clears
   * the password, or registry and user of the login, the password is deleted.
   *
   * @param user the number of the caller
   * @throws EngineException of {@link ErrorCode#NOT_FOUND} if the user has no template of that
   *     hash, of {@link ErrorCode#INVALID_REQUEST} if another template of the user has the new
   *     content, of {@link ErrorCode#INVALID_VALUE} if the login changes without a password, of
   *     {@link ErrorCode#LIMIT_EXCEEDED} if the user would have more than allowed; then nothing has
   *     changed
   */
  public SavedTemplate save(long user, TemplateRequest request) {
    Optional<String> edited = request.editedHash();
    return edited.isPresent()
        ? database.write(sql -> edit(sql, user, edited.get(), request))
        : create(user, request);
  }

  private SavedTemplate create(long user, TemplateRequest request) {
    TemplateRow row = row(0, user, request, request.dockerLoginPassword().orElse(null));
    String hash = row.template().hash();
    return database.write(sql -> {
      database.lockUser(sql, user);
      Optional<TemplateRow> existing = TEMPLATES.first(sql, OF_USER, TemplateRow::of, user, hash);
      if (existing.isPresent()) {
        return new SavedTemplate(SavedTemplate.Outcome.EXISTING, existing.get().template());
      }
      long id =
          TEMPLATES.insert(
              sql,
              "user_id hash_id private content password created",
              user,
              hash,
              row.isPrivate(),
              row.template().content(),
              row.password(),
              row.created().orElseThrow());
      requireRoom(sql, user);
      StoredTemplate made = new StoredTemplate(id, hash, row.template().content());
      return new SavedTemplate(SavedTemplate.Outcome.CREATED, made);
    });
  }

  private SavedTemplate edit(Sql sql, long user, String oldHash, TemplateRequest request)
      throws SQLException {
    database.lockUser(sql, user);
    TemplateRow old = find(sql, user, oldHash);
    long id = old.template().id();
    TemplateRequest edited = codec.edited(old.template(), request);
    TemplateRow row = row(id, user, edited, passwordAfter(old, request, edited));
    String hash = row.template().hash();
    Optional<TemplateRow> same = TEMPLATES.first(sql, OF_USER, TemplateRow::of, user, hash);
    if (same.isPresent() && same.get().template().id() != id) {
      throw StoreException.refusal(
          ErrorCode.INVALID_REQUEST,
          "your template %s has the same content already; edit that one, or send other content"
              .formatted(same.get().template().id()));
    }
    int updated =
        TEMPLATES.update(
            sql,
            "SET hash_id = ?, private = ?, content = ?, password = ? WHERE id = ? AND hash_id = ?",
            hash,
            row.isPrivate(),
            row.template().content(),
            row.password(),
            id,
            oldHash);
    if (updated == 0) {
      throw unknown(oldHash);
    }
    requireRoom(sql, user);
    return new SavedTemplate(SavedTemplate.Outcome.UPDATED, row.template());
  }

  /** Refuses what a user would have beyond the limits; the transaction is then rolled back. */
  private void requireRoom(Sql sql, long user) throws SQLException {
    TemplateLimits use =
        sql.only(
            "SELECT count(*), coalesce(sum(octet_length(content)), 0) FROM templates"
                + " WHERE user_id = ?",
            row -> new TemplateLimits(row.getInt(1), row.getLong(2)),
            user);
    String excess =
        use.templates() > limits.templates()
            ? use.templates() + " templates, and a user may have " + limits.templates()
            : use.bytes() > limits.bytes()
                ? use.bytes() + " bytes of templates, and a user may have " + limits.bytes()
                : null;
    if (excess != null) {
      throw StoreException.refusal(
          ErrorCode.LIMIT_EXCEEDED, "you would have " + excess + "; delete a template first");
    }
  }

  private TemplateRow row(long id, long user, TemplateRequest request, @Nullable String password) {
    byte[] content = request.content();
    String hash = secret().templateHash(user, content, password);
    return new TemplateRow(
        new StoredTemplate(id, hash, new String(content, UTF_8)),
        user,
        request.flag(TemplateField.PRIVATE).orElse(false),
        password == null ? null : secret().encrypt(password, user, hash),
        OptionalLong.of(Instant.now().getEpochSecond()));
  }

  /**
   * Returns the password of a template after an edit; null for none.
   *
   * @param edited the template after the edit
   */
  private @Nullable String passwordAfter(
      TemplateRow old, TemplateRequest edit, TemplateRequest edited) {
    Optional<String> given = edit.dockerLoginPassword();
    if (given.isPresent() || edit.clearsPassword() || old.password() == null) {
      return given.orElse(null);
    }
    List<Optional<String>> login = login(edited);
    if (login.equals(login(codec.readContent(old.template())))) {
      return password(old).orElse(null);
    }
    if (login.stream().allMatch(Optional::isEmpty)) {
      return null;
    }
    throw new EngineException(
        ErrorCode.INVALID_VALUE,
        ErrorCode.INVALID_VALUE
            + " at /docker_login_pass: an edit that changes docker_login_repo or docker_login_user"
            + " gives the password too, or clears it");
  }

  private static List<Optional<String>> login(TemplateRequest request) {
    return List.of(
        request.text(TemplateField.DOCKER_LOGIN_REPO),
        request.text(TemplateField.DOCKER_LOGIN_USER));
  }

  private Optional<String> password(TemplateRow row) {
    if (row.password() == null) {
      return Optional.empty();
    }
    return Optional.of(
        row.decrypt(secret())
            .map(ServerSecret.Decrypted::password)
            .orElseThrow(() ->
                StoreException.refusal(
                    ErrorCode.INTERNAL_ERROR,
                    "the template's docker_login_pass is damaged in the database; edit the"
                        + " template with the password to store it anew")));
  }

  private ServerSecret secret() {
    if (secret == null) {
      throw StoreException.refusal(
          ErrorCode.UNAVAILABLE,
          "this service has no secret, which saving templates needs; its operator gives one by"
              + " --secret-file, the same to all members");
    }
    return secret;
  }

  /**
   * Deletes a template of a user.
   *
   * @return the number of the deleted template
   * @throws EngineException of {@link ErrorCode#NOT_FOUND} if the user has no such template
   */
  public long delete(long user, TemplateName name) {
    return database.write(sql -> {
      TemplateRow row = find(sql, user, name);
      long id = row.template().id();
      if (!delete(sql, id)) {
        throw unknown(row.template().hash());
      }
      return id;
    });
  }

  private static TemplateRow find(Sql sql, long user, String hash) throws SQLException {
    return TEMPLATES
        .first(sql, OF_USER, TemplateRow::of, user, hash)
        .orElseThrow(() -> unknown(hash));
  }

  private static TemplateRow find(Sql sql, long user, TemplateName name) throws SQLException {
    Optional<String> hash = name.hash();
    if (hash.isPresent()) {
      return find(sql, user, hash.get());
    }
    long id = name.id().orElseThrow();
    return TEMPLATES
        .first(sql, OF_ID, TemplateRow::of, id)
        .filter(row -> row.user() == user)
        .orElseThrow(() -> unknown(id));
  }

  /**
   * Deletes a template of any user.
   *
   * @return whether there was a template of this number
   */
  public static boolean delete(Database database, long id) {
    return database.write(sql -> delete(sql, id));
  }

  private static boolean delete(Sql sql, long id) throws SQLException {
    return sql.update("DELETE FROM templates WHERE id = ?", id) > 0;
  }

  /**
   * Returns a template that a user may see, by its hash.
   *
   * @throws EngineException of {@link ErrorCode#NOT_FOUND} if there is none
   */
  public StoredTemplate find(long user, String hash) {
    // The hash is over the user, too.
    return visible(user, "WHERE hash_id = ?", hash)
        .map(row -> shownTo(user, row))
        .orElseThrow(() ->
            StoreException.refusal(
                ErrorCode.NOT_FOUND,
                "no template that you may see has this hash_id; editing a template changes its"
                    + " hash"));
  }

  /**
   * Returns a template that a user may see, their own or a public one, with the facts that only a
   * search shows. Only the owner sees registry and user of the login.
   */
  public Optional<ListedTemplate> findListed(long user, long id) {
    return visible(user, OF_ID, id).map(row -> listedTo(user, row));
  }

  private Optional<TemplateRow> visible(long user, String condition, Object value) {
    return database
        .read(sql -> TEMPLATES.first(sql, condition, TemplateRow::of, value))
        .filter(row -> row.user() == user || !row.isPrivate());
  }

  private ListedTemplate listedTo(long user, TemplateRow row) {
    return new ListedTemplate(shownTo(user, row), row.user(), row.created());
  }

  private StoredTemplate shownTo(long user, TemplateRow row) {
    return row.user() == user ? row.template() : codec.withoutLogin(row.template());
  }

  /**
   * Reads the content of a stored template, its conditions as a search; without its password.
   *
   * @throws io.offerengine.json.JsonException if the conditions no longer fit the schema
   */
  public TemplateRequest read(StoredTemplate template) {
    return codec.readContent(template);
  }

  /**
   * Returns the registry password of a user's own template, for the code that launches the user's
   * instances. The password is a secret. Empty if the template has none.
   *
   * @throws EngineException of {@link ErrorCode#NOT_FOUND} if the user has no such template, of
   *     {@link ErrorCode#INTERNAL_ERROR} if the stored password was changed
   */
  public Optional<String> dockerLoginPassword(long user, long id) {
    return database
        .read(sql -> TEMPLATES.first(sql, OF_ID, TemplateRow::of, id))
        .filter(row -> row.user() == user)
        .map(this::password)
        .orElseThrow(() -> unknown(id));
  }

  /** Returns the templates of a user, private ones included, by ascending number. */
  public Iterator<StoredTemplate> ofUser(long user) {
    return list(TemplateRow::template, "user_id = ?", user);
  }

  /**
   * Returns all public templates by ascending number, without registry and user of their logins.
   */
  public Iterator<StoredTemplate> ofEverybody() {
    return list(row -> codec.withoutLogin(row.template()), "private = ?", false);
  }

  /**
   * Returns the templates that a user may see, by ascending number: the user's own and all public
   * ones. Only the owner sees registry and user of the login.
   */
  public Iterator<ListedTemplate> visibleTo(long user) {
    return list(row -> listedTo(user, row), "private = ? OR user_id = ?", false, user);
  }

  /**
   * Lists templates page by page, so that a slow reader holds neither many of them nor a
   * connection. None occurs twice; one that is created or edited meanwhile may be missing.
   *
   * @param shown returns what is shown of a template
   * @param condition the rows that are listed
   */
  private <T> Iterator<T> list(Function<TemplateRow, T> shown, String condition, Object... values) {
    return Stream.iterate(
            page(condition, values, Long.MIN_VALUE),
            page -> !page.isEmpty(),
            page -> page(condition, values, page.get(page.size() - 1).template().id()))
        .flatMap(List::stream)
        .map(shown)
        .iterator();
  }

  /**
   * Returns the next page of a list. A page has at least one template if there is one, and at most
   * about a MiB of content.
   *
   * @param after the number after which the page begins
   */
  private List<TemplateRow> page(String condition, Object[] values, long after) {
    List<Object> all = new ArrayList<>(List.of(values));
    all.add(after);
    all.add(PAGE_ROWS);
    return database.read(sql -> {
      List<TemplateRow> page = new ArrayList<>();
      int[] room = {PAGE_CHARACTERS};
      sql.each(
          TEMPLATES.select() + "WHERE (" + condition + ") AND id > ? ORDER BY id LIMIT ?",
          FETCHED_AT_ONCE,
          each -> {
            TEMPLATES.check(each);
            TemplateRow row = TemplateRow.of(each);
            page.add(row);
            room[0] -= row.template().content().length();
            return room[0] > 0;
          },
          all.toArray());
      return page;
    });
  }

  private static EngineException unknown(long id) {
    return StoreException.refusal(ErrorCode.NOT_FOUND, "no template of yours has the id " + id);
  }

  private static EngineException unknown(String hash) {
    return StoreException.refusal(
        ErrorCode.NOT_FOUND,
        "no template of yours has the hash_id " + hash + "; editing a template changes its hash");
  }
}
