package io.offerengine.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.template.StoredTemplate;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Schema;
import io.offerengine.server.CommandRun;
import io.offerengine.server.store.Database;
import io.offerengine.server.templates.DatabaseSecret;
import io.offerengine.server.templates.ServerSecret;
import io.offerengine.server.templates.TemplateRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of {@code templates}. */
class TemplatesCommandTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  @TempDir private Path directory;

  private CommandRun run(String... args) {
    return CommandRun.of(Map.of("OFFER_ENGINE_DATA", directory.toString()), "", args);
  }

  private List<Long> templates(Database database) {
    ServerSecret secret = DatabaseSecret.open(database, Map.of(), directory.resolve("secret.key"));
    TemplateRegistry registry = new TemplateRegistry(database, secret, SCHEMA);
    byte[] request = "{\"name\":\"a\",\"image\":\"i\"}".getBytes(UTF_8);
    registry.save(7, new TemplateCodec(SCHEMA).readRequest(request));
    registry.save(8, new TemplateCodec(SCHEMA).readRequest(request));
    List<Long> ids = new ArrayList<>();
    registry.ofEverybody().forEachRemaining((StoredTemplate each) -> ids.add(each.id()));
    return ids;
  }

  /** The service may run meanwhile: its database is open. */
  @Test
  void delete_ofAnyUsersTemplate_deletesItOnce() {
    try (Database database = Database.sqlite(directory)) {
      assertThat(templates(database)).containsExactly(1L, 2L);
      CommandRun run = run("templates", "delete", "2").succeeded();
      assertThat(run.out()).isEqualTo("Template 2 is deleted" + System.lineSeparator());
      CommandRun again = run("templates", "delete", "2");
      assertThat(again.exitCode()).isEqualTo(2);
      assertThat(again.err()).contains("No template has the number 2 in " + directory);
      assertThat(again.out()).isEmpty();
      assertThat(templates(database)).hasSize(2).contains(1L);
    }
  }
}
