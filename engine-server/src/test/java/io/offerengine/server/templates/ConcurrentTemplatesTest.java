package io.offerengine.server.templates;

import static io.offerengine.server.templates.SavedTemplate.Outcome.CREATED;
import static io.offerengine.server.templates.SavedTemplate.Outcome.EXISTING;
import static io.offerengine.server.templates.SavedTemplate.Outcome.UPDATED;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of templates that many threads save at once, on either database. */
@ParameterizedClass
@MethodSource("io.offerengine.server.store.TestDatabase#kinds")
class ConcurrentTemplatesTest {
  private static final int THREADS = 8;
  private static final int ROUNDS = 30;
  private static final long USER = 1;

  @Parameter private TestDatabase kind;
  @TempDir private Path directory;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private Database database;
  private TemplateRegistry registry;

  /** Opens the same database at each call. */
  private Database openDatabase() {
    return kind.open(directory);
  }

  @BeforeEach
  void open() {
    database = openDatabase();
    registry = new TemplateRegistry(database, ServerSecret.random(), MarketplaceSchema.schema());
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    database.close();
  }

  private SavedTemplate save(String name, String members) {
    return registry.save(USER, TemplateRegistryTest.request(name, members));
  }

  private static String editing(SavedTemplate saved) {
    return ",\"hash_id\":\"" + saved.template().hash() + "\"";
  }

  /** The result of one thread's request: a template or a refusal. */
  private record Reply(SavedTemplate saved, ErrorCode refusal) {}

  /** Lets every thread save a template at the same moment. */
  private List<Reply> together(IntFunction<Callable<SavedTemplate>> work) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<Future<SavedTemplate>> running = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Callable<SavedTemplate> own = work.apply(i);
      running.add(
          threads.submit(() -> {
            start.await();
            return own.call();
          }));
    }
    List<Reply> replies = new ArrayList<>();
    for (Future<SavedTemplate> each : running) {
      try {
        replies.add(new Reply(each.get(), null));
      } catch (ExecutionException e) {
        replies.add(new Reply(null, ((EngineException) e.getCause()).code()));
      }
    }
    return replies;
  }

  private static List<Reply> successes(List<Reply> replies) {
    return replies.stream().filter(reply -> reply.refusal() == null).toList();
  }

  private int count() {
    List<Long> ids = new ArrayList<>();
    registry.ofUser(USER).forEachRemaining(template -> ids.add(template.id()));
    return ids.size();
  }

  @Test
  void create_ofTheSame_makesOne() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String name = "name" + round;
      List<Reply> replies = together(i -> () -> save(name, ",\"docker_login_pass\":\"p\""));
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
    SavedTemplate current = save("start", "");
    for (int round = 0; round < ROUNDS; round++) {
      String hash = editing(current);
      String prefix = "name" + round + "-";
      List<Reply> replies = together(i -> () -> save(prefix + i, hash));
      List<Reply> winners = successes(replies);
      assertThat(winners).hasSize(1);
      assertThat(replies)
          .filteredOn(reply -> reply.refusal() != null)
          .allMatch(reply -> reply.refusal() == ErrorCode.NOT_FOUND);
      current = winners.get(0).saved();
      assertThat(registry.find(USER, current.template().id())).contains(current.template());
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
        own.add(save("own" + round + "-" + i, ""));
      }
      int before = count();
      String goal = "goal" + round;
      List<Reply> replies =
          together(i -> () -> i == 0 ? save(goal, "") : save(goal, editing(own.get(i))));
      int made = 0;
      for (Reply reply : replies) {
        if (reply.refusal() == null) {
          made += reply.saved().outcome() == EXISTING ? 0 : 1;
        } else {
          assertThat(reply.refusal()).isEqualTo(ErrorCode.INVALID_REQUEST);
        }
      }
      assertThat(made).isEqualTo(1);
      assertThat(save(goal, "").outcome()).isEqualTo(EXISTING);
      boolean created = replies.get(0).saved().outcome() == CREATED;
      assertThat(count()).isEqualTo(before + (created ? 1 : 0));
    }
  }

  /** One template alternates between two contents, while other threads create one of them. */
  @Test
  void create_ofWhatAnEditMovesAway_answersAll() throws Exception {
    SavedTemplate moving = save("here", ",\"desc\":\"moves\"");
    for (int round = 0; round < ROUNDS; round++) {
      String from = "place" + round;
      moving = save(from, ",\"desc\":\"moves\"" + editing(moving));
      String hash = editing(moving);
      String to = "place" + (round + 1);
      List<Reply> replies =
          together(
              i -> () -> i == 0 ? save("aside" + to, hash) : save(from, ",\"desc\":\"moves\""));
      assertThat(replies).allMatch(reply -> reply.refusal() == null);
      assertThat(replies.get(0).saved().outcome()).isEqualTo(UPDATED);
      assertThat(replies.stream().filter(r -> r.saved().outcome() == CREATED).count())
          .isLessThanOrEqualTo(1);
      moving = replies.get(0).saved();
    }
  }
}
