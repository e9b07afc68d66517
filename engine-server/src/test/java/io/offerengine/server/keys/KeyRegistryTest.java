package io.offerengine.server.keys;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.keys.IssuedKey.State;
import io.offerengine.server.keys.KeyRegistry.Revocation;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.EachDatabase;
import io.offerengine.testing.Together;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of keys, on either database. */
class KeyRegistryTest extends EachDatabase {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00.75Z");
  private static final KeyTerms TERMS = KeyTerms.of(7, false);

  private final AtomicLong nanos = new AtomicLong(-5);
  private volatile Instant now = START;
  private KeyRegistry keys;

  @BeforeEach
  void openIt() {
    keys = registry(database);
  }

  private KeyRegistry registry(Database of) {
    return new KeyRegistry(of, 100, () -> now, nanos::get);
  }

  @Test
  void createFirst_byManyAtOnce_makesOneKey() throws Exception {
    List<String> made =
        Together.call(8, each -> registry(database).createFirst(TERMS)).stream()
            .filter(Objects::nonNull)
            .toList();
    assertThat(made).hasSize(1);
    assertThat(keys.find(made.get(0))).isNotNull();
    keys.revoke(id(made.get(0)));
    assertThat(keys.createFirst(TERMS)).as("there was a key").isNull();
    assertThat(keys.list()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\n", "ключ", "a\u0000"})
  void ring_ofAKeyThatNoHeaderCarries_isRefused(String key) {
    assertThatThrownBy(() -> ApiKey.ring(key, 1))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("an API key has 1 to 512 characters of visible ASCII, without blanks");
  }

  private static long id(String key) {
    return Long.parseLong(key.split("_", 3)[1]);
  }

  private static String secret(String key) {
    return key.substring(key.indexOf('_', 3) + 1);
  }

  @Test
  void find_ofAnythingElse_isNull() {
    String key = keys.create(TERMS);
    String other = keys.create(TERMS);
    String secret = secret(key);
    char last = key.charAt(key.length() - 1);
    List<String> wrong =
        List.of(
            "",
            "oe_",
            "oe__" + secret,
            "oe_" + id(other) + "_" + secret,
            "oe_" + (id(other) + 1) + "_" + secret,
            "oe_0" + id(key) + "_" + secret,
            "oe_+" + id(key) + "_" + secret,
            "oe_-" + id(key) + "_" + secret,
            "oe_999999999999999999_" + secret,
            "oe_99999999999999999999999_" + secret,
            "OE_" + id(key) + "_" + secret,
            " " + key,
            key + " ",
            key + "\n",
            key + "\u0000",
            key + "=",
            key.substring(0, key.length() - 1),
            key.substring(0, key.length() - 1) + (char) (last == 'A' ? 'B' : last - 1),
            key + "A",
            "oe_" + id(key) + "_" + "\u0661".repeat(43),
            "oe_" + id(key) + "_" + "\u0000".repeat(43),
            secret,
            "-".repeat(43),
            "oe_" + id(key) + "_" + "-".repeat(43),
            key.repeat(100_000));
    for (String sent : wrong) {
      assertThat(keys.find(sent)).as(sent.substring(0, Math.min(80, sent.length()))).isNull();
    }
    assertThat(keys.find(key)).isNotNull();
  }

  @Test
  void find_ofAKeyThatExpires_endsWithItsSecond() {
    Instant expires = Instant.parse("2026-11-21T12:00:05.9Z");
    String key = keys.create(TERMS.until(expires));
    now = Instant.parse("2026-11-21T12:00:04.999999999Z");
    assertThat(keys.find(key)).isNotNull();
    assertThat(keys.list().get(0).state(now)).isEqualTo(State.ACTIVE);
    now = Instant.parse("2026-11-21T12:00:05Z");
    assertThat(keys.find(key)).isNull();
    assertThat(keys.list().get(0).state(now)).isEqualTo(State.EXPIRED);
    assertThat(keys.list().get(0).terms().expires()).isEqualTo(now);
  }

  @Test
  void create_ofAKeyThatHasExpired_isRefusedAndMakesNone() {
    for (String past :
        List.of("2026-11-21T12:00:00.9Z", "2026-11-21T12:00:00Z", "1970-01-01T00:00:00Z")) {
      KeyTerms terms = TERMS.until(Instant.parse(past));
      assertThatThrownBy(() -> keys.create(terms))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "a key must expire later than now, 2026-11-21T12:00:00.750Z, but got "
                  + Instant.parse(past));
    }
    assertThat(keys.list()).isEmpty();
  }

  @Test
  void revoke_takesEffectAtOnceHereAndWithinASecondElsewhere() {
    String key = keys.create(TERMS);
    String other = keys.create(TERMS);
    try (Database elsewhere = open()) {
      KeyRegistry server = registry(elsewhere);
      assertThat(server.find(key)).isNotNull();
      assertThat(keys.find(key)).isNotNull();
      assertThat(keys.revoke(id(key))).isEqualTo(Revocation.REVOKED);
      assertThat(keys.find(key)).isNull();
      assertThat(server.find(key)).isNotNull();
      nanos.addAndGet(KeyRegistry.CACHE_LIFE_NANOS - 1);
      assertThat(server.find(key)).isNotNull();
      nanos.incrementAndGet();
      assertThat(server.find(key)).isNull();
      assertThat(server.find(other)).isNotNull();
    }
    assertThat(keys.find(other)).isNotNull();
  }

  @Test
  void revoke_ofARevokedOrUnknownKey_saysSo() {
    String key = keys.create(TERMS.until(START.plusSeconds(10)));
    assertThat(keys.revoke(id(key))).isEqualTo(Revocation.REVOKED);
    IssuedKey revoked = keys.list().get(0);
    now = START.plusSeconds(20);
    assertThat(keys.revoke(id(key))).isEqualTo(Revocation.REVOKED_BEFORE);
    assertThat(keys.list()).containsExactly(revoked);
    assertThat(revoked.state(now)).isEqualTo(State.REVOKED);
    assertThat(revoked.revoked()).isEqualTo(Instant.parse("2026-11-21T12:00:00Z"));
    for (long unknown : new long[] {0, -1, id(key) + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThat(keys.revoke(unknown)).isEqualTo(Revocation.UNKNOWN);
    }
  }

  @Test
  void createFor_ofACallerWhoseKeyHasEnded_isRefused() {
    Caller caller = keys.find(keys.create(TERMS));
    MadeKey made = keys.createFor(caller, null, new KeyLabel("mine", List.of("team_read")));
    assertThat(keys.ofUser(7).get(1)).isEqualTo(made.issued());
    assertThat(made.toString()).doesNotContain(secret(made.text()));
    keys.revoke(caller.key());
    assertThatThrownBy(() -> keys.createFor(caller, null, KeyLabel.NONE))
        .hasMessage("AUTH_ERROR: the API key has ended");
  }

  @Test
  void createFor_ofAUserWithAsManyKeysAsAllowed_isRefusedUntilOneIsDeleted() {
    KeyRegistry limited = new KeyRegistry(database, 3);
    Caller caller = limited.find(limited.create(KeyTerms.of(8, false)));
    long second = limited.createFor(caller, null, KeyLabel.NONE).issued().id();
    limited.createFor(caller, null, KeyLabel.NONE);
    assertThatThrownBy(() -> limited.createFor(caller, null, KeyLabel.NONE))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED))
        .hasMessage("LIMIT_EXCEEDED: you have 3 API keys, and a user may make 3; delete one first");
    assertThat(limited.ofUser(8)).hasSize(3);
    limited.revoke(8, second);
    limited.createFor(caller, null, KeyLabel.NONE);
    assertThat(limited.ofUser(8)).hasSize(3);
    // An operator's command is not limited.
    limited.create(KeyTerms.of(8, false));
    Caller another = limited.find(limited.create(KeyTerms.of(9, false)));
    limited.createFor(another, null, KeyLabel.NONE);
  }

  @Test
  void createFor_byManyThreads_makesNoMoreThanAllowed() throws Exception {
    KeyRegistry limited = new KeyRegistry(database, 5);
    Caller caller = limited.find(limited.create(KeyTerms.of(8, false)));
    AtomicInteger made = new AtomicInteger();
    List<String> refusals =
        Together.call(
            24,
            each -> {
              try {
                limited.createFor(caller, null, KeyLabel.NONE);
                made.incrementAndGet();
                return null;
              } catch (EngineException refused) {
                return refused.getMessage();
              }
            });
    assertThat(made).hasValue(4);
    assertThat(refusals).allMatch(each -> each == null || each.contains("a user may make 5"));
    assertThat(limited.ofUser(8)).hasSize(5);
  }

  @Test
  void find_duringRevocations_neverOpensAfterThem() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(keys.create(TERMS));
    }
    List<CompletableFuture<?>> readers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      readers.add(
          Together.beside(() -> {
            while (!stop.get()) {
              all.forEach(keys::find);
            }
            return null;
          }));
    }
    try {
      for (String key : all) {
        keys.revoke(id(key));
        for (int i = 0; i < 20; i++) {
          assertThat(keys.find(key)).isNull();
        }
      }
    } finally {
      stop.set(true);
    }
    for (CompletableFuture<?> reader : readers) {
      reader.get();
    }
  }

  /** On SQLite alone, whose files this test can read. */
  @Test
  void create_leavesNothingOfTheSecretInAnyFile() throws IOException {
    try (Database sqlite = Database.sqlite(directory)) {
      String key = new KeyRegistry(sqlite).create(KeyTerms.of(7, false));
      String secret = key.substring(key.length() - 43);
      String files = bytesOfAllFiles();
      assertThat(files).contains(new String(ApiKey.hash(secret), ISO_8859_1));
      String bytes = new String(Base64.getUrlDecoder().decode(secret), ISO_8859_1);
      for (String leak : List.of(key, secret, secret.substring(0, 20), bytes)) {
        assertThat(files.contains(leak)).as(leak).isFalse();
      }
    }
  }

  private String bytesOfAllFiles() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        all.append(Files.readString(file, ISO_8859_1));
      }
    }
    return all.toString();
  }
}
