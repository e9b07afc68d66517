package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.internal.file.BlockWriter;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files saves leave: those that fail don't fill the disk, and no save deletes others. */
class FilesOfSavesTest {
  private static final Schema SCHEMA = Schema.builder("Rooms", "room").build();

  private static final int ROOMS = 100;

  @TempDir private Path directory;

  private static OfferEngine engine() {
    OfferEngine engine = OfferEngine.builder(SCHEMA).build();
    Offer room = Offer.builder().set(SCHEMA.idField(), 1).build();
    engine.apply(OfferBatch.builder().upsert(room).build());
    return engine;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void save_thatFailsAgainAndAgain_leavesTheSegmentsOfOneFailure() throws IOException {
    engine().save(directory, "1");
    int saved = files().size();
    Files.createDirectory(directory.resolve("offers.list.part"));

    for (int save = 2; save < 6; save++) {
      String position = String.valueOf(save);
      assertThat(catchThrowable(() -> engine().save(directory, position)))
          .isInstanceOf(IOException.class);
    }

    assertThat(files()).hasSize(saved + 2);
    assertThat(OfferEngine.savedPosition(directory)).isEqualTo("1");
    assertThat(OfferEngine.builder(SCHEMA).restore(directory).snapshot().size()).isEqualTo(1);
    Files.delete(directory.resolve("offers.list.part"));
    engine().save(directory, "6");
    assertThat(files()).hasSize(saved);
  }

  @Test
  void save_besideForeignFiles_leavesThem() throws IOException {
    Files.writeString(directory.resolve("notes.segments.txt"), "somebody's");
    Path foreign = Files.createDirectory(directory.resolve("x.segment.d"));
    Files.writeString(foreign.resolve("notes.txt"), "somebody's");

    engine().save(directory, "1");
    engine().save(directory, "2");

    assertThat(files()).hasSize(4).contains("notes.segments.txt", "x.segment.d");
    assertThat(OfferEngine.savedPosition(directory)).isEqualTo("2");
  }

  @Test
  void save_ofATail_hasSegmentsOfTheEnginesSize() throws IOException {
    OfferEngine engine =
        OfferEngine.builder(SCHEMA).tailCapacity(ROOMS).maxSegmentRows(ROOMS / 4).build();
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int id = 0; id < ROOMS; id++) {
      batch.upsert(Offer.builder().set(SCHEMA.idField(), id).build());
    }
    engine.apply(batch.build());

    engine.save(directory, "1");

    assertThat(files()).as("four segments and the list").hasSize(5);
  }

  @Test
  void save_thatReliesOnADamagedSegment_writesItAgain() throws IOException {
    OfferEngine engine = engine();
    engine.load(
        List.of(Offer.builder().set(SCHEMA.idField(), 2).build()).iterator(), LoadListener.NONE);
    for (int damage = 0; damage < 3; damage++) {
      engine.save(directory, "1");
      Path segment = ofLoad(engine);
      byte[] whole = Files.readAllBytes(segment);
      byte[] damaged = damage == 0 ? new byte[0] : Arrays.copyOf(whole, whole.length / damage);
      damaged = damage == 1 ? whole.clone() : damaged;
      if (damage == 1) {
        damaged[whole.length / 2] ^= 1;
      }
      Files.write(segment, damaged);
      engine.save(directory, "2");
      assertThat(Files.readAllBytes(segment)).isEqualTo(whole);
      assertThat(OfferEngine.builder(SCHEMA).restore(directory).snapshot().size()).isEqualTo(2);
      Files.delete(segment);
    }
  }

  /** Returns the file of the segment that every save has. */
  private Path ofLoad(OfferEngine engine) throws IOException {
    List<String> before = files();
    engine.apply(OfferBatch.builder().update(1, OfferChanges.builder(SCHEMA).build()).build());
    engine.save(directory, "again");
    return files().stream()
        .filter(name -> before.contains(name) && name.endsWith(".segment"))
        .map(directory::resolve)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void write_thatFails_leavesNoFile() throws IOException {
    Path file = directory.resolve("file");

    assertThat(
            catchThrowable(() ->
                BlockWriter.write(
                    file,
                    "text",
                    (text, out) -> {
                      out.writeText(text);
                      throw new IOException("no space left");
                    })))
        .hasMessage("no space left");

    assertThat(files()).isEmpty();
  }
}
