package io.offerengine.server.templates;

import static io.offerengine.server.templates.SavedTemplate.Outcome.CREATED;
import static io.offerengine.server.templates.SavedTemplate.Outcome.EXISTING;
import static io.offerengine.server.templates.SavedTemplate.Outcome.UPDATED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.json.template.ListedTemplate;
import io.offerengine.json.template.StoredTemplate;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.json.template.TemplateName;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.EachDatabase;
import io.offerengine.testing.Together;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of templates, one by one and by many threads at once, on either database. */
class TemplateRegistryTest extends EachDatabase {
  private static final TemplateCodec CODEC = new TemplateCodec(MarketplaceSchema.schema());
  private static final long ALICE = 1;
  private static final long BOB = 2;
  private static final int THREADS = 8;
  private static final int ROUNDS = 30;

  private final ServerSecret secret = ServerSecret.random();
  private TemplateRegistry registry;

  @BeforeEach
  void openRegistry() {
    registry = new TemplateRegistry(database, secret, MarketplaceSchema.schema());
  }

  /** Reads a request with a name and further members, which begin with a comma. */
  private static TemplateRequest request(String name, String members) {
    String body = "{\"name\":\"" + name + "\",\"image\":\"i\"" + members + "}";
    return CODEC.readRequest(body.getBytes(UTF_8));
  }

  private SavedTemplate save(long user, String name, String members) {
    return registry.save(user, request(name, members));
  }

  private Optional<StoredTemplate> find(long user, long id) {
    return registry.findListed(user, id).map(ListedTemplate::template);
  }

  private static String editing(SavedTemplate saved) {
    return ",\"hash_id\":\"" + saved.template().hash() + "\"";
  }

  private static List<Long> ids(Iterator<StoredTemplate> templates) {
    List<Long> ids = new ArrayList<>();
    templates.forEachRemaining(template -> ids.add(template.id()));
    return ids;
  }

  private static void assertRefused(ThrowingCallable call, ErrorCode code, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(EngineException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageStartingWith(code + "")
        .hasMessageContaining(message);
  }

  @Test
  void save_beyondTheNumberOfTemplates_isRefusedAndChangesNothing() {
    registry =
        new TemplateRegistry(
            database, secret, MarketplaceSchema.schema(), new TemplateLimits(2, 1 << 20));
    SavedTemplate first = save(ALICE, "a", "");
    save(ALICE, "b", "");
    assertRefused(
        () -> save(ALICE, "c", ""),
        ErrorCode.LIMIT_EXCEEDED,
        "you would have 3 templates, and a user may have 2; delete a template first");
    assertThat(ids(registry.ofUser(ALICE))).hasSize(2);
    assertThat(save(ALICE, "a", "").outcome()).isEqualTo(EXISTING);
    assertThat(save(ALICE, "d", editing(first)).outcome()).isEqualTo(UPDATED);
    save(BOB, "c", "");
    registry.delete(ALICE, name("{\"template_id\":" + first.template().id() + "}"));
    assertThat(save(ALICE, "c", "").outcome()).isEqualTo(CREATED);
  }

  @Test
  void save_beyondTheBytesOfTemplates_isRefusedAndChangesNothing() {
    // Each letter takes two bytes.
    String text = ",\"desc\":\"" + "é".repeat(500) + "\"";
    SavedTemplate first = save(ALICE, "a", text);
    int bytes = first.template().content().getBytes(UTF_8).length;
    registry =
        new TemplateRegistry(
            database, secret, MarketplaceSchema.schema(), new TemplateLimits(10, 2L * bytes));
    SavedTemplate second = save(ALICE, "b", text);
    assertRefused(
        () -> save(ALICE, "c", ""), ErrorCode.LIMIT_EXCEEDED, "bytes of templates, and a user may");
    assertRefused(
        () -> save(ALICE, "bb", text + editing(second)),
        ErrorCode.LIMIT_EXCEEDED,
        "you would have "
            + (2 * bytes + 1)
            + " bytes of templates, and a user may have "
            + 2 * bytes);
    assertThat(find(ALICE, second.template().id())).contains(second.template());
    assertThat(save(ALICE, "b", ",\"desc\":\"\"" + editing(second)).outcome()).isEqualTo(UPDATED);
    assertThat(save(ALICE, "c", "").outcome()).isEqualTo(CREATED);
  }

  @Test
  void save_thatMakesTwoTheSame_isRefused() {
    SavedTemplate first = save(ALICE, "a", "");
    SavedTemplate second = save(ALICE, "b", "");
    assertRefused(
        () -> save(ALICE, "a", editing(second)),
        ErrorCode.INVALID_REQUEST,
        "your template " + first.template().id() + " has the same content already");
    assertThat(find(ALICE, second.template().id())).contains(second.template());
    save(BOB, "c", "");
    assertThat(save(ALICE, "c", editing(second)).outcome()).isEqualTo(UPDATED);
  }

  @Test
  void dockerLoginPassword_isItsOwnersAlone() {
    long id = save(ALICE, "a", ",\"docker_login_pass\":\"pässword\"").template().id();
    long without = save(ALICE, "a", "").template().id();
    assertThat(registry.dockerLoginPassword(ALICE, id)).contains("pässword");
    assertThat(registry.dockerLoginPassword(ALICE, without)).isEmpty();
    String message = "no template of yours has the id ";
    assertRefused(() -> registry.dockerLoginPassword(BOB, id), ErrorCode.NOT_FOUND, message);
    assertRefused(() -> registry.dockerLoginPassword(ALICE, -1), ErrorCode.NOT_FOUND, message);
  }

  @Test
  void save_ofAnEditWithoutAPassword_keepsThatOfTheSameLogin() {
    String login = ",\"docker_login_repo\":\"r\",\"docker_login_user\":\"u\"";
    SavedTemplate first = save(ALICE, "a", login + ",\"docker_login_pass\":\"p\"");
    long id = first.template().id();
    SavedTemplate edited = save(ALICE, "b", login + editing(first));
    assertThat(registry.dockerLoginPassword(ALICE, id)).contains("p");
    assertThat(save(ALICE, "b", login + ",\"docker_login_pass\":\"p\"").template())
        .isEqualTo(edited.template());
    assertThat(save(ALICE, "b", ",\"docker_login_repo\":null" + editing(edited)))
        .as("an edit that changes nothing")
        .isEqualTo(new SavedTemplate(UPDATED, edited.template()));
    assertThat(registry.dockerLoginPassword(ALICE, id)).contains("p");
    assertRefused(
        () -> save(ALICE, "b", ",\"docker_login_repo\":\"other\"" + editing(edited)),
        ErrorCode.INVALID_VALUE,
        "at /docker_login_pass: an edit that changes docker_login_repo or docker_login_user gives");
    SavedTemplate other =
        save(
            ALICE,
            "b",
            ",\"docker_login_user\":\"v\",\"docker_login_pass\":\"q\"" + editing(edited));
    assertThat(registry.dockerLoginPassword(ALICE, id)).contains("q");
    SavedTemplate cleared =
        save(ALICE, "b", ",\"docker_login_repo\":\"\",\"docker_login_user\":\"\"" + editing(other));
    assertThat(registry.dockerLoginPassword(ALICE, id)).isEmpty();
    SavedTemplate given = save(ALICE, "b", ",\"docker_login_pass\":\"s\"" + editing(cleared));
    assertThat(registry.dockerLoginPassword(ALICE, id)).contains("s");
    assertThat(save(ALICE, "b", ",\"docker_login_pass\":\"\"" + editing(given)).template())
        .isEqualTo(cleared.template());
    assertThat(registry.dockerLoginPassword(ALICE, id)).isEmpty();
  }

  private static TemplateName name(String json) {
    return CODEC.readName(json.getBytes(UTF_8));
  }

  /** One list has many rows, the other has large ones. */
  @Test
  void lists_ofMoreThanAPage_areWhole() {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      ids.add(save(ALICE, "name" + i, "").template().id());
    }
    String readme = "x".repeat(1 << 16);
    for (int i = 0; i < 40; i++) {
      ids.add(save(ALICE, "name" + i, ",\"readme\":\"" + readme + "\"").template().id());
    }
    assertThat(ids(registry.ofUser(ALICE))).isEqualTo(ids).isSorted();
    Iterator<StoredTemplate> list = registry.ofEverybody();
    long first = list.next().id();
    long late = save(BOB, "late", "").template().id();
    assertThat(first).isEqualTo(ids.get(0));
    assertThat(ids(list)).hasSize(340).endsWith(late).doesNotContain(first);
  }

  @Test
  void save_ofAnythingThatJsonHolds_readsBackAsItself() {
    String name = "'; DROP TABLE templates; -- é\\ud83d\\ude00";
    String members =
        ",\"onstart\":\"a\\r\\nSet-Cookie: x\\t$1 %s ? {}\","
            + "\"volume_info\":{\"\\u0000\":\"\\u0007\"}";
    SavedTemplate saved = save(ALICE, name, members);
    StoredTemplate found = find(ALICE, saved.template().id()).orElseThrow();
    assertThat(found).isEqualTo(saved.template());
    assertThat(registry.read(found).content())
        .isEqualTo(request(name, members).content())
        .asString(UTF_8)
        .isEqualTo(found.content());
    assertThat(registry.read(found).name()).isEqualTo("'; DROP TABLE templates; -- é😀");
  }

  @Test
  void save_ofAnEditOfADamagedPassword_needsANewOne() {
    SavedTemplate saved = save(ALICE, "a", ",\"docker_login_pass\":\"p\"");
    long id = saved.template().id();
    store(id, new byte[40]);
    assertRefused(() -> save(ALICE, "b", editing(saved)), ErrorCode.INTERNAL_ERROR, "is damaged");
    save(ALICE, "b", ",\"docker_login_pass\":\"p\"" + editing(saved));
    assertThat(registry.dockerLoginPassword(ALICE, id)).contains("p");
  }

  private void store(long id, byte[] password) {
    database.write(sql -> {
      CheckedTable.TEMPLATES.update(sql, "SET password = ? WHERE id = ?", password, id);
      return id;
    });
  }

  /** The result of one thread's request: a template or a refusal. */
  private record Reply(SavedTemplate saved, ErrorCode refusal) {}

  /** Lets every thread save a template at the same moment. */
  private List<Reply> together(IntFunction<SavedTemplate> work) throws Exception {
    return Together.call(
        THREADS,
        i -> {
          try {
            return new Reply(work.apply(i), null);
          } catch (EngineException e) {
            return new Reply(null, e.code());
          }
        });
  }

  private int count() {
    return ids(registry.ofUser(ALICE)).size();
  }

  @Test
  void create_ofTheSame_makesOne() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String name = "name" + round;
      List<Reply> replies = together(i -> save(ALICE, name, ",\"docker_login_pass\":\"p\""));
      Set<Long> ids = new HashSet<>();
      int created = 0;
      for (Reply reply : replies) {
        assertThat(reply.refusal()).isNull();
        assertThat(reply.saved().outcome()).isIn(CREATED, EXISTING);
        created += reply.saved().outcome() == CREATED ? 1 : 0;
        ids.add(reply.saved().template().id());
      }
      assertThat(created).isEqualTo(1);
      assertThat(ids).hasSize(1);
      assertThat(count()).isEqualTo(round + 1);
    }
  }

  /** An edit names a version by its hash, so that no edit overwrites another unseen. */
  @Test
  void edit_ofTheSameVersion_succeedsOnce() throws Exception {
    SavedTemplate current = save(ALICE, "start", "");
    for (int round = 0; round < ROUNDS; round++) {
      String hash = editing(current);
      String prefix = "name" + round + "-";
      List<Reply> replies = together(i -> save(ALICE, prefix + i, hash));
      List<Reply> winners = replies.stream().filter(reply -> reply.refusal() == null).toList();
      assertThat(winners).hasSize(1);
      assertThat(replies)
          .filteredOn(reply -> reply.refusal() != null)
          .allMatch(reply -> reply.refusal() == ErrorCode.NOT_FOUND);
      current = winners.get(0).saved();
      assertThat(find(ALICE, current.template().id())).contains(current.template());
      assertThat(count()).isEqualTo(1);
    }
  }

  /**
   * One thread creates a content, and every other thread edits its own template to the same
   * content.
   */
  @Test
  void edit_toWhatOthersMake_leavesOneOfIt() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      List<SavedTemplate> own = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        own.add(save(ALICE, "own" + round + "-" + i, ""));
      }
      int before = count();
      String goal = "goal" + round;
      List<Reply> replies =
          together(i -> i == 0 ? save(ALICE, goal, "") : save(ALICE, goal, editing(own.get(i))));
      int made = 0;
      for (Reply reply : replies) {
        if (reply.refusal() == null) {
          made += reply.saved().outcome() == EXISTING ? 0 : 1;
        } else {
          assertThat(reply.refusal()).isEqualTo(ErrorCode.INVALID_REQUEST);
        }
      }
      assertThat(made).isEqualTo(1);
      assertThat(save(ALICE, goal, "").outcome()).isEqualTo(EXISTING);
      boolean created = replies.get(0).saved().outcome() == CREATED;
      assertThat(count()).isEqualTo(before + (created ? 1 : 0));
    }
  }

  /** One template alternates between two contents, while other threads create one of them. */
  @Test
  void create_ofWhatAnEditMovesAway_answersAll() throws Exception {
    SavedTemplate moving = save(ALICE, "here", ",\"desc\":\"moves\"");
    for (int round = 0; round < ROUNDS; round++) {
      String from = "place" + round;
      moving = save(ALICE, from, ",\"desc\":\"moves\"" + editing(moving));
      String hash = editing(moving);
      String to = "place" + (round + 1);
      List<Reply> replies =
          together(i ->
              i == 0 ? save(ALICE, "aside" + to, hash) : save(ALICE, from, ",\"desc\":\"moves\""));
      assertThat(replies).allMatch(reply -> reply.refusal() == null);
      assertThat(replies.get(0).saved().outcome()).isEqualTo(UPDATED);
      assertThat(replies.stream().filter(r -> r.saved().outcome() == CREATED).count())
          .isLessThanOrEqualTo(1);
      moving = replies.get(0).saved();
    }
  }
}
