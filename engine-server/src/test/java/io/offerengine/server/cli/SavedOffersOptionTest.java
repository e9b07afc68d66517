package io.offerengine.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** Where a service keeps what it has seen. */
class SavedOffersOptionTest {
  private static final String URL = "jdbc:postgresql://db/market?user=market&password=s3cret";
  private static final Map<String, String> ENVIRONMENT = Map.of("HOME", "/home/m");

  /** A command with these options only. */
  @Command(name = "test")
  private static final class Holder {
    @Mixin private final StoreOptions store = new StoreOptions();
    @Mixin private final SavedOffersOption saved = new SavedOffersOption();
  }

  private static @Nullable Path directory(
      int port, Map<String, String> environment, String... args) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(args);
    holder.saved.check(holder.store, port, environment);
    return holder.saved.directory(holder.store, port, environment);
  }

  @Test
  void directory_thatWasNamed_isThatOne() {
    Path named = Path.of("files");
    for (String[] store : new String[][] {{"--data", "d"}, {"--database", URL}}) {
      assertThat(directory(0, Map.of(), store[0], store[1], "--saved-offers", "files"))
          .isEqualTo(named);
      assertThat(directory(8080, Map.of(), store[0], store[1], "--saved-offers", "none")).isNull();
    }
  }

  @Test
  void directory_besideSqlite_isInItsDirectory() {
    assertThat(directory(8080, Map.of(), "--data", "d")).isEqualTo(Path.of("d/saved-offers"));
  }

  @Test
  void directory_ofAMember_isOneForItsPortAndDatabase() {
    Path first = directory(8080, ENVIRONMENT, "--database", URL);
    assertThat(first).hasParentRaw(Path.of("/home/m/.local/state/offer-engine"));
    assertThat(first.getFileName().toString()).matches("saved-offers-8080-[0-9a-f]{8}");
    assertThat(directory(8080, ENVIRONMENT, "--database", URL.replace("s3cret", "other")))
        .isEqualTo(first);
    assertThat(directory(8081, ENVIRONMENT, "--database", URL)).isNotEqualTo(first);
    assertThat(directory(8080, ENVIRONMENT, "--database", URL.replace("//db", "//db2")))
        .isNotEqualTo(first);

    Map<String, String> systemd = Map.of("HOME", "/", "STATE_DIRECTORY", "/var/lib/x:/var/lib/y");
    assertThat(directory(8080, systemd, "--database", URL))
        .isEqualTo(Path.of("/var/lib/x").resolve(first.getFileName()));
  }

  /** A later start on any free port would not find the directory again. */
  @Test
  void directory_ofAMemberOnAnyFreePort_isNone() {
    assertThat(directory(0, Map.of(), "--database", URL)).isNull();
  }

  @Test
  void check_ofAMemberWithoutAPlace_saysWhatToName() {
    assertThatThrownBy(() -> directory(8080, Map.of(), "--database", URL))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "Missing option '--saved-offers': the service keeps there what it has seen of the"
                + " database, and neither STATE_DIRECTORY nor HOME names a place; name a directory,"
                + " or none");
  }

  @Test
  void check_ofADirectoryWithoutADatabase_isRefused() {
    assertThatThrownBy(() -> directory(8080, ENVIRONMENT, "--saved-offers", "files"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("it needs --data or --database beside it");
    assertThat(directory(8080, Map.of())).isNull();
  }
}
