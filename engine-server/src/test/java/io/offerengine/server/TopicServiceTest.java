package io.offerengine.server;

import static io.offerengine.server.http.TestClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.log.testing.KafkaBroker;
import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.server.http.TestClient;
import io.offerengine.testing.Waiting;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Services whose offers are those of a topic of a real broker. */
@Tag("full")
class TopicServiceTest {
  private static final String KEY = "topic";
  private static final String SEARCH = "{\"select_cols\":[\"id\"]}";

  private static KafkaBroker broker;
  private static KafkaProducer<String, String> producer;

  private final String url = PostgresqlServer.newDatabase();

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start();
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.address());
    try (Admin admin = Admin.create(settings)) {
      NewTopic offers = new NewTopic("offers", 1, (short) 1);
      NewTopic many = new NewTopic("many", 2, (short) 1);
      Map<String, String> compacted = Map.of("cleanup.policy", "compact");
      admin.createTopics(List.of(offers.configs(compacted), many.configs(compacted))).all().get();
    }
    producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
  }

  @AfterAll
  static void stopBroker() {
    if (producer != null) {
      producer.close();
    }
    broker.close();
  }

  private ServiceProcess start() throws Exception {
    return ServiceProcess.start(
        Map.of("OFFER_ENGINE_API_KEY", KEY),
        "--database " + url + " --offers-topic offers --kafka " + broker.address());
  }

  /** Writes a record, and returns the version that has it. */
  private static long write(long id, String json) throws Exception {
    return producer.send(new ProducerRecord<>("offers", Long.toString(id), json)).get().offset()
        + 1;
  }

  private static List<String> ids(TestClient client, long version) throws Exception {
    return ok(client.post("/market/v1/export?min_version=" + version, SEARCH)).lines().toList();
  }

  private static long alerts(TestClient client) throws Exception {
    String body = ok(client.get("/market/v1/alerts"));
    return body.split("\"offer_id\":[0-9]", -1).length - 1L;
  }

  @Test
  void services_showTheTopic_refuseChanges_andTellOfNewOffers() throws Exception {
    write(1, "{\"id\":1}");
    write(2, "{\"id\":2}");
    write(3, "no offer");
    long version = write(2, null);
    try (ServiceProcess first = start();
        ServiceProcess second = start()) {
      TestClient one = first.client(KEY);
      TestClient two = second.client(KEY);
      assertThat(ids(one, version)).containsExactly("{\"id\":1}");
      assertThat(ids(two, version)).containsExactly("{\"id\":1}");
      for (String method : List.of("PUT", "PATCH")) {
        HttpResponse<String> refused = one.send(method, "/admin/offers", "{\"id\":9}");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("the topic offers of Kafka; change them there");
      }
      assertThat(one.send("DELETE", "/admin/offers/1").statusCode()).isEqualTo(403);
      assertThat(ok(one.get("/metrics"))).contains("offer_engine_log_conflicts_total 1.0");

      ok(two.post("/market/v1/saved_searches", "{\"search\":{\"gpu_name\":\"H100\"}}"));
      long told = write(4, "{\"id\":4,\"gpu_name\":\"H100\",\"machine_id\":4}");
      assertThat(ids(two, told)).contains("{\"id\":4}");
      Waiting.until(() -> alerts(one) == 1);
      // Whichever of the two compares the changes: the other one goes on.
      boolean isFirst = one.get("/metrics").body().contains("alerts_here 1");
      (isFirst ? first : second).kill();
      TestClient left = isFirst ? two : one;
      write(5, "{\"id\":5,\"gpu_name\":\"H100\",\"machine_id\":5}");
      Waiting.until(() -> alerts(left) == 2);
    }
  }

  @Test
  void serve_onATopicThatCantBeFollowed_refusesToStart() {
    for (String topic : List.of("none", "many")) {
      CommandRun.line(
              "serve --port 0 --database %s --offers-topic %s --kafka %s"
                  .formatted(url, topic, broker.address()))
          .failed(6, "the topic " + topic);
    }
  }
}
