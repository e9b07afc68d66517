package io.offerengine.log;

import static io.offerengine.log.TestOffers.SCHEMA;
import static io.offerengine.log.TestOffers.all;
import static io.offerengine.log.TestOffers.offer;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import io.offerengine.OfferListener;
import io.offerengine.json.OfferCodec;
import io.offerengine.log.testing.KafkaBroker;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.testing.Seeds;
import io.offerengine.testing.Waiting;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines that follow a topic of a real broker. */
class OfferTopicTest {
  private static KafkaBroker broker;
  private static int topics;

  private final OfferCodec codec = new OfferCodec(SCHEMA);
  private final String topic = "offers-" + ++topics;
  private KafkaProducer<byte[], byte[]> producer;
  private Admin admin;

  @TempDir Path directory;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void connect() throws Exception {
    admin = Admin.create(settings());
    makeTopic(1, "compact");
    producer = producer(Map.of());
  }

  @AfterEach
  void disconnect() {
    producer.close();
    admin.close();
  }

  private static Map<String, Object> settings() {
    return settings(broker.address());
  }

  private static Map<String, Object> settings(String brokers) {
    return Map.of("bootstrap.servers", brokers, "enable.metrics.push", false);
  }

  private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>(settings());
    config.put("acks", "all");
    config.putAll(more);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void makeTopic(int partitions, String policy) throws Exception {
    makeTopic(topic, partitions, Map.of("cleanup.policy", policy));
  }

  private void makeTopic(String name, int partitions, Map<String, String> config) throws Exception {
    NewTopic made = new NewTopic(name, partitions, (short) 1).configs(config);
    Waiting.until(() -> succeeds(admin.createTopics(List.of(made)).all()));
    Waiting.until(() -> succeeds(admin.describeTopics(List.of(name)).allTopicNames()));
  }

  private static boolean succeeds(KafkaFuture<?> attempt) throws InterruptedException {
    try {
      attempt.get();
      return true;
    } catch (ExecutionException e) {
      return false;
    }
  }

  private byte[] json(Offer offer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      codec.writeLines(List.of(offer).iterator(), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Appends a record, and returns the version that has it. */
  private long send(String key, byte @Nullable [] value) throws Exception {
    return producer.send(new ProducerRecord<>(topic, key.getBytes(UTF_8), value)).get().offset()
        + 1;
  }

  private long send(Offer offer) throws Exception {
    return send(Long.toString(offer.id()), json(offer));
  }

  private OfferTopic follow() {
    return OfferTopic.follow(SCHEMA, settings(), topic);
  }

  private OfferTopic.Builder cached() {
    return OfferTopic.builder(SCHEMA, settings(), topic).directory(directory.resolve("cache"));
  }

  private static void await(OfferTopic engine, long version) throws Exception {
    engine.reached(version).get(30, TimeUnit.SECONDS);
  }

  @Test
  void follow_ofRecordsThatAreNoOffers_skipsAndCountsThem() throws Exception {
    send("", json(offer(1, 1)));
    send("abc", json(offer(1, 1)));
    send("1", "{".getBytes(UTF_8));
    send("2", json(offer(3, 3)));
    send("99999999999999999999", json(offer(1, 1)));
    send(offer(4, 4));
    try (OfferTopic engine = follow()) {
      assertThat(all(engine)).containsExactly(offer(4, 4));
      assertThat(engine.status().refused()).isEqualTo(5);
    }
    OfferTopic.Builder strict =
        OfferTopic.builder(SCHEMA, settings(), topic).badRecords(OfferTopic.BadRecords.STOP);
    assertThatThrownBy(strict::follow)
        .isInstanceOf(LogDamagedException.class)
        .hasMessage(
            "the record at offset 0 of the topic "
                + topic
                + ", key \"\", is no offer: its key is no identifier: decimal digits; write a right"
                + " record or a tombstone of this key");
  }

  /** A start that failed leaves nothing of itself in the configuration of the engine. */
  @Test
  void follow_afterAFailure_tellsTheListenerOnce() throws Exception {
    List<Long> versions = Collections.synchronizedList(new ArrayList<>());
    send("1", "{".getBytes(UTF_8));
    OfferTopic.Builder builder =
        OfferTopic.builder(SCHEMA, settings(), topic)
            .badRecords(OfferTopic.BadRecords.STOP)
            .listener((version, changes) -> versions.add(version));
    assertThatThrownBy(builder::follow).isInstanceOf(LogDamagedException.class);
    send("1", null);
    try (OfferTopic engine = builder.follow()) {
      long version = send(offer(2, 2));
      await(engine, version);
      assertThat(versions).containsExactly(version);
    }
  }

  /** What can't be applied can't be applied after all offers were read again, either. */
  @Test
  void follow_ofARecordWhoseDerivationFails_stopsBeforeIt_andReadsNothingAgain() throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    send("1", "{\"id\": 1, \"price\": 1}".getBytes(UTF_8));
    OfferListener failing =
        new OfferListener() {
          @Override
          public void applied(long version, List<ChangedOffer> changes) {
            throw new IllegalStateException("a listener that fails");
          }

          @Override
          public void replaced(long version, long offers) {
            throw new IllegalStateException("a listener that fails");
          }
        };
    try (OfferTopic engine =
        OfferTopic.builder(TestOffers.failing(fails), settings(), topic)
            .listener(failing)
            .follow()) {
      fails.set(true);
      long version = send("2", "{\"id\": 2, \"price\": 2}".getBytes(UTF_8));
      Waiting.until(() -> engine.status().failure() != null);
      assertThat(engine.status().failure())
          .isEqualTo(
              "the records before offset 2 of the topic "
                  + topic
                  + " can't be applied: the derivation of twice failed for the offer 2:"
                  + " java.lang.IllegalStateException: no such price");
      assertThat(engine.status().isReloading()).isFalse();
      assertThat(engine.snapshot().size()).isEqualTo(1);
      fails.set(false);
      await(engine, version);
      assertThat(engine.snapshot().size()).isEqualTo(2);
      assertThat(engine.status().reloads()).isEqualTo(1);
    }
  }

  @Test
  void follow_ofUnfinishedTransactions_showsNothingOfThem() throws Exception {
    try (KafkaProducer<byte[], byte[]> transactional = producer(Map.of("transactional.id", topic));
        OfferTopic engine = follow()) {
      transactional.initTransactions();
      transactional.beginTransaction();
      var sent =
          transactional.send(new ProducerRecord<>(topic, "5".getBytes(UTF_8), json(offer(5, 5))));
      transactional.flush();
      long version = sent.get().offset() + 1;
      assertThat(engine.snapshot().size()).isZero();
      transactional.abortTransaction();
      transactional.beginTransaction();
      var committed =
          transactional.send(new ProducerRecord<>(topic, "6".getBytes(UTF_8), json(offer(6, 6))));
      transactional.commitTransaction();
      assertThat(committed.get().offset()).isGreaterThan(version);
      await(engine, version + 1);
      Waiting.until(() -> engine.snapshot().size() == 1);
      assertThat(all(engine)).containsExactly(offer(6, 6));
    }
  }

  @Test
  void follow_afterARestart_goesOnFromTheCache() throws Exception {
    send(offer(1, 1));
    send(offer(2, 2));
    try (OfferTopic engine = cached().follow()) {
      long version = send(offer(3, 3));
      await(engine, version);
      Waiting.until(() -> engine.status().lag() == 0);
    }
    long version = send("1", null);
    try (OfferTopic engine = cached().follow()) {
      assertThat(engine.status().reloads()).isZero();
      assertThat(engine.snapshot().version()).isEqualTo(version);
      assertThat(all(engine)).containsExactly(offer(2, 2), offer(3, 3));
    }
  }

  /** Deletions may have been compacted away while a follower was stopped. */
  @Test
  void follow_afterTooLong_readsTheTopicAgain() throws Exception {
    String quick = topic + "-quick";
    makeTopic(quick, 1, Map.of("cleanup.policy", "compact", "delete.retention.ms", "2"));
    OfferTopic.Builder builder =
        OfferTopic.builder(SCHEMA, settings(), quick).directory(directory.resolve("quick"));
    builder.follow().close();
    try (OfferTopic engine = builder.follow()) {
      assertThat(engine.status().reloads()).isEqualTo(1);
    }
  }

  /** The topic lost records that the cache has, as after the loss of its leader. */
  @Test
  void follow_ofAPlaceBeyondTheEnd_readsTheTopicAgain() throws Exception {
    assertReadAgain("offset 100 epoch 0 topic " + topicId(topic));
  }

  /** The cache is of an earlier topic of the same name, which had fewer records. */
  @Test
  void follow_withTheCacheOfAnotherTopic_readsTheTopicAgain() throws Exception {
    assertReadAgain("offset 1 epoch 0 topic " + Uuid.randomUuid());
  }

  private Uuid topicId(String name) throws Exception {
    return admin.describeTopics(List.of(name)).allTopicNames().get().get(name).topicId();
  }

  /** Follows a topic of two records from a cache with another offer, as of a place. */
  private void assertReadAgain(String place) throws Exception {
    send(offer(1, 1));
    send(offer(2, 2));
    OfferEngine cached = OfferEngine.builder(SCHEMA).build();
    cached.apply(OfferBatch.builder().upsert(offer(9, 9)).build());
    cached.save(
        directory.resolve("cache"), place + " at " + System.currentTimeMillis() + " build ");
    try (OfferTopic engine = cached().follow()) {
      assertThat(engine.status().reloads()).isEqualTo(1);
      assertThat(engine.snapshot().version()).isEqualTo(2);
      assertThat(all(engine)).containsExactly(offer(1, 1), offer(2, 2));
    }
  }

  /** The offsets of the new topic go on from those of the earlier one. */
  @Test
  void follow_ofALongerTopicThatWasMadeAnew_readsItAgain() throws Exception {
    send(offer(1, 1));
    try (OfferTopic engine = follow()) {
      admin.deleteTopics(List.of(topic)).all().get();
      makeTopic(1, "compact");
      List<Offer> anew = List.of(offer(5, 5), offer(6, 6), offer(7, 7));
      for (Offer each : anew) {
        send(each);
      }
      Waiting.until(() -> all(engine).equals(anew));
    }
  }

  @Test
  void follow_ofATopicThatWasMadeAnew_readsItAgain() throws Exception {
    List<String> events = Collections.synchronizedList(new ArrayList<>());
    OfferListener listener =
        new OfferListener() {
          @Override
          public void applied(long version, List<ChangedOffer> changes) {
            changes.forEach(each -> events.add(each.before() + " -> " + each.after()));
          }

          @Override
          public void replaced(long version, long offers) {
            events.add("replaced by " + offers);
          }
        };
    send(offer(1, 1));
    send(offer(2, 2));
    try (OfferTopic engine = cached().listener(listener).follow()) {
      await(engine, send(offer(2, 3)));
      admin.deleteTopics(List.of(topic)).all().get();
      makeTopic(1, "compact");
      send(offer(8, 8));

      Waiting.until(() -> all(engine).equals(List.of(offer(8, 8))));
      assertThat(engine.snapshot().version()).isEqualTo(1);
      // The new topic may be read before the record is there.
      List<String> before = List.of("replaced by 2", offer(2, 2) + " -> " + offer(2, 3));
      assertThat(events.subList(0, 2)).isEqualTo(before);
      assertThat(events.subList(2, events.size()))
          .isIn(List.of("replaced by 1"), List.of("replaced by 0", "null -> " + offer(8, 8)));
    }
    try (OfferTopic engine = cached().follow()) {
      assertThat(all(engine)).containsExactly(offer(8, 8));
    }
  }

  @Test
  void follow_ofATopicThatCanNotHoldOffers_isRefused() throws Exception {
    String many = topic + "-many";
    makeTopic(many, 3, Map.of("cleanup.policy", "compact"));
    assertThatThrownBy(() -> OfferTopic.follow(SCHEMA, settings(), many))
        .isInstanceOf(UnusableLogException.class)
        .hasMessageContaining("has 3 partitions, and a topic of offers has 1");
    String deleting = topic + "-deleting";
    makeTopic(deleting, 1, Map.of("cleanup.policy", "delete"));
    assertThatThrownBy(() -> OfferTopic.follow(SCHEMA, settings(), deleting))
        .isInstanceOf(UnusableLogException.class)
        .hasMessageContaining("has cleanup.policy=delete");
    assertThatThrownBy(() -> OfferTopic.follow(SCHEMA, settings(), topic + "-none"))
        .isInstanceOf(UnusableLogException.class)
        .hasMessageContaining("Kafka has no topic " + topic + "-none");
  }

  /** Random records, some in the same batch, beside a map; engines begin at any time. */
  @Test
  void follow_ofRandomRecords_agreesWithAMap() throws Exception {
    agree(Seeds.first(), 400, 0);
  }

  /** The same while the broker is killed. */
  @Tag("full")
  @Test
  void follow_whileTheBrokerIsKilled_agreesWithAMap() throws Exception {
    agree(Seeds.first(), 2_000, Integer.getInteger("kills", 3));
  }

  private void agree(long seed, int records, int kills) throws Exception {
    Random random = new Random(seed);
    TreeMap<Long, Offer> naive = new TreeMap<>();
    try (OfferTopic first = follow()) {
      long version = 0;
      for (int i = 0; i < records; i++) {
        version = writeSome(random, 1, naive);
        if (kills > 0 && i % (records / kills) == records / kills / 2) {
          broker.kill();
          broker.launch();
          broker.awaitReady();
        }
        if (i % 100 == 50) {
          try (OfferTopic later = cached().follow()) {
            await(later, version);
            assertThat(all(later)).as("seed=%d", seed).containsExactlyElementsOf(naive.values());
          }
        }
      }
      await(first, version);
      assertThat(all(first)).as("seed=%d", seed).containsExactlyElementsOf(naive.values());
      Waiting.until(() -> first.status().age().toMillis() < 5_000);
      assertThat(kills > 0 ? 1 : first.status().reloads()).isEqualTo(1);
    }
  }

  @Test
  void follow_byAProcessThatIsKilled_endsWithTheOffersOfTheTopic() throws Exception {
    killFollower(2, 40);
  }

  @Tag("full")
  @Test
  void follow_byAProcessThatIsKilledOften_endsWithTheOffersOfTheTopic() throws Exception {
    killFollower(Integer.getInteger("kills", 20), 300);
  }

  /**
   * Kills a follower while it starts, while it follows, and while it saves its offers, and goes on
   * each time from what it left.
   */
  private void killFollower(int kills, int records) throws Exception {
    long seed = Seeds.first();
    Random random = new Random(seed);
    TreeMap<Long, Offer> naive = new TreeMap<>();
    long version = writeSome(random, records, naive);
    int restored = 0;
    for (int kill = 1; kill <= kills; kill++) {
      FollowerProcess follower =
          FollowerProcess.start(
              broker.address(), topic, directory.resolve("cache"), directory.resolve("log"));
      int moment = kill == kills ? 3 : random.nextInt(4);
      try {
        if (moment > 0) {
          follower.awaitReady();
        }
        version = writeSome(random, records, naive);
        if (moment >= 2) {
          follower.terminate();
        }
        if (moment == 3) {
          follower.awaitEnd();
        } else {
          Waiting.pause(random.nextInt(moment == 0 ? 1_500 : 200));
        }
      } finally {
        follower.kill();
      }
      if (random.nextBoolean() || kill == kills) {
        try (OfferTopic engine = cached().follow()) {
          await(engine, version);
          assertThat(all(engine))
              .as("seed=%d, kill %d at moment %d", seed, kill, moment)
              .containsExactlyElementsOf(naive.values());
          restored += engine.status().reloads() == 0 ? 1 : 0;
        }
      }
    }
    assertThat(restored).as("starts from what a follower left").isPositive();
  }

  /** A program that follows a topic in a process of its own, with a cache, until it is stopped. */
  static final class FollowerProcess {
    private static final String READY = "ready";

    private final Process process;
    private final BufferedReader out;
    private final Path log;

    private FollowerProcess(Process process, Path log) {
      this.process = process;
      this.log = log;
      this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    }

    /** Follows a topic: the brokers, the topic and the directory of the cache are the arguments. */
    public static void main(String[] args) throws Exception {
      OfferTopic engine =
          OfferTopic.builder(TestOffers.SCHEMA, settings(args[0]), args[1])
              .directory(Path.of(args[2]))
              .follow();
      Runtime.getRuntime().addShutdownHook(new Thread(engine::close));
      System.out.println(READY);
      Thread.currentThread().join();
    }

    /** Starts the program, without waiting until it has the offers. */
    static FollowerProcess start(String brokers, String topic, Path directory, Path log)
        throws IOException {
      ProcessBuilder builder =
          new ProcessBuilder(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  FollowerProcess.class.getName(),
                  brokers,
                  topic,
                  directory.toString()));
      builder.redirectError(Redirect.appendTo(log.toFile()));
      return new FollowerProcess(builder.start(), log);
    }

    /** Waits until the program has all offers. */
    void awaitReady() throws IOException {
      String line = out.readLine();
      if (!READY.equals(line)) {
        throw new AssertionError(
            "the follower did not start, but said " + line + "; its log: " + Files.readString(log));
      }
    }

    /** Sends SIGTERM without waiting: the program saves its offers and ends. */
    void terminate() {
      process.destroy();
    }

    /** Waits until the program has ended by itself. */
    void awaitEnd() throws InterruptedException {
      process.waitFor();
    }

    /** Sends SIGKILL, and waits for the end. */
    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }
  }

  /** Writes random records, some of which are no offers, and returns the version that has them. */
  private long writeSome(Random random, int records, Map<Long, Offer> naive) throws Exception {
    long version = 0;
    for (int i = 0; i < records; i++) {
      long id = random.nextInt(50);
      if (random.nextInt(10) == 0) {
        version = send(Long.toString(id), json(TestOffers.random(random, 99)));
      } else if (random.nextInt(4) == 0) {
        naive.remove(id);
        version = send(Long.toString(id), null);
      } else {
        Offer offer = TestOffers.random(random, id);
        naive.put(id, offer);
        version = send(offer);
      }
    }
    return version;
  }
}
