package io.offerengine.internal.write;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.internal.file.SavedSchema;
import io.offerengine.internal.file.SchemaFingerprint;
import io.offerengine.internal.segment.LiveRows;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.StoredValues;
import io.offerengine.query.UnusableFilesException;
import io.offerengine.query.UnusableFilesException.Reason;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.FieldName;
import io.offerengine.schema.SchemaChanges;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The segments of an engine as files of a directory.
 *
 * <p><b>Layout.</b> Each sealed segment has a file, which is written once and never changed. A list
 * names the segments of the latest save, with their live rows. The list is replaced at the end of a
 * save, so that each save is seen as a whole. The rows of tails are sealed for the save alone.
 *
 * <p>The list, and the beginning of each segment, have a form that every later build reads: a
 * description of the schema, and the {@link StoredValues}. The rest of a segment, its indexes, is
 * read under the same schema only.
 *
 * <p><b>Threads.</b> One thread at a time saves.
 */
public final class SegmentFiles {
  private static final String LIST = "offers.list";
  private static final String SUFFIX = ".segment";

  /** The names of the files of segments, whole or unfinished; other files are somebody else's. */
  private static final Pattern SEGMENT =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.segment(\\.part)?");

  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  /** A file that was read and found whole. */
  private record Checked(long bytes, FileTime modified) {}

  /**
   * Saved offers, read.
   *
   * @param views the segments as they were saved; empty if they don't fit
   * @param searches what was saved of searches, by their identifiers
   * @param changes how the schema of the files differs
   */
  record Restored(List<SegmentView> views, Map<Long, byte[]> searches, SchemaChanges changes) {}

  /** What the list says about a segment. */
  private record Entry(UUID id, int rows, LiveRows live) {
    static Entry of(SegmentView view) {
      return new Entry(((SealedSegment) view.segment()).id(), view.size(), view.live());
    }

    Path file(Path directory) {
      return directory.resolve(id + SUFFIX);
    }

    void write(BlockWriter out) throws IOException {
      out.writeLong(id.getMostSignificantBits());
      out.writeLong(id.getLeastSignificantBits());
      out.writeInt(rows);
      live.write(rows, out);
    }

    /** Refuses the values of another segment. */
    void requireOwn(StoredValues values, BlockReader in) throws IOException {
      if (!values.id().equals(id) || values.size() != rows) {
        throw in.damaged("is the file of another segment");
      }
    }

    static Entry read(BlockReader in) throws IOException {
      UUID id = new UUID(in.readLong(), in.readLong());
      int rows = in.readInt();
      return new Entry(id, rows, LiveRows.read(rows, in));
    }
  }

  /**
   * The list of a save.
   *
   * @param indexForm the form of all that segments have behind the stored values
   * @param searches what the owner of saved searches wants back
   */
  private record SavedList(
      String position,
      String fingerprint,
      int indexForm,
      SavedSchema schema,
      List<Entry> entries,
      Map<Long, byte[]> searches) {
    void write(BlockWriter out) throws IOException {
      out.writeText(position);
      out.writeText(fingerprint);
      out.writeInt(indexForm);
      schema.write(out);
      out.writeInt(entries.size());
      for (Entry entry : entries) {
        entry.write(out);
      }
      out.writeInt(searches.size());
      for (Map.Entry<Long, byte[]> search : searches.entrySet()) {
        out.writeLong(search.getKey());
        out.write(search.getValue());
      }
    }

    static SavedList read(BlockReader in) throws IOException {
      String position = in.readText();
      String fingerprint = in.readText();
      int indexForm = in.readInt();
      SavedSchema schema = SavedSchema.read(in);
      List<Entry> entries = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        entries.add(Entry.read(in));
      }
      Map<Long, byte[]> searches = new TreeMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        searches.put(in.readLong(), Objects.requireNonNull(in.readBytes()));
      }
      return new SavedList(position, fingerprint, indexForm, schema, entries, searches);
    }

    /** Returns why the segments don't fit this build and a schema; null if they do. */
    @Nullable UnusableFilesException misfit(Path file, Schema now) {
      if (indexForm != SealedSegment.INDEX_FORM) {
        return new UnusableFilesException(
            Reason.VERSION,
            file
                + " has indexes of the form "
                + indexForm
                + ", but expected "
                + SealedSegment.INDEX_FORM);
      }
      return fingerprint.equals(SchemaFingerprint.of(now))
          ? null
          : new UnusableFilesException(
              Reason.SCHEMA, file + " has offers of another schema than " + now + " is now");
    }

    void requireFiles(Path directory) throws IOException {
      for (Entry entry : entries) {
        Path file = entry.file(directory);
        if (!Files.exists(file)) {
          throw new UnusableFilesException(Reason.MISSING, file + " does not exist");
        }
      }
    }
  }

  private final Schema schema;
  private final @Nullable Executor executor;

  /**
   * By segment, each file as it was when it was found whole. A save that relies on another file, or
   * on one that somebody has written to since, reads it first, and writes it again if it is
   * damaged.
   */
  private final Map<UUID, Checked> checked = new HashMap<>();

  /**
   * Creates the files of an engine.
   *
   * @param executor may read some of the segments; null for none
   */
  SegmentFiles(Schema schema, @Nullable Executor executor) {
    this.schema = schema;
    this.executor = executor;
  }

  /**
   * Saves segments.
   *
   * @param sealed all segments, sealed
   * @param searches what to give back of saved searches, by their identifiers
   */
  void save(Path directory, String position, List<SegmentView> sealed, Map<Long, byte[]> searches)
      throws IOException {
    Files.createDirectories(directory);
    List<Entry> entries = sealed.stream().map(Entry::of).toList();
    deleteOthers(directory, entries);
    for (SegmentView view : sealed) {
      Entry entry = Entry.of(view);
      Path file = entry.file(directory);
      if (!isUsable(file, entry.id())) {
        BlockWriter.write(file, (SealedSegment) view.segment(), SealedSegment::write);
      }
    }
    checked.keySet().retainAll(entries.stream().map(Entry::id).toList());
    BlockWriter.write(
        directory.resolve(LIST),
        new SavedList(
            position,
            SchemaFingerprint.of(schema),
            SealedSegment.INDEX_FORM,
            SavedSchema.of(schema),
            entries,
            searches),
        SavedList::write);
    deleteOthers(directory, entries);
  }

  /** Returns whether an earlier save wrote a file that this one may rely on. */
  private boolean isUsable(Path file, UUID id) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    Checked now = new Checked(Files.size(file), Files.getLastModifiedTime(file));
    if (now.equals(checked.get(id))) {
      return true;
    }
    if (BlockReader.isWhole(file)) {
      checked.put(id, now);
      return true;
    }
    LOGGER.log(System.Logger.Level.WARNING, file + " is damaged; it is written again");
    return false;
  }

  /**
   * Deletes the segments that neither this save nor the list names: those of earlier saves, and
   * what broken saves left. A failure is logged, because it harms neither save.
   */
  private static void deleteOthers(Path directory, List<Entry> entries) {
    Set<Path> used = new HashSet<>();
    entries.forEach(entry -> used.add(entry.file(directory)));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX + "*")) {
      if (Files.exists(directory.resolve(LIST))) {
        list(directory).entries().forEach(entry -> used.add(entry.file(directory)));
      }
      for (Path file : files) {
        boolean isSegment = SEGMENT.matcher(file.getFileName().toString()).matches();
        if (isSegment && !used.contains(file)) {
          Files.delete(file);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "segments of earlier saves can't be deleted; the next save tries again",
          e);
    }
  }

  /** Returns the position of the latest save in a directory. */
  public static String position(Path directory) throws IOException {
    try (BlockReader in = BlockReader.open(directory.resolve(LIST))) {
      return in.readText();
    }
  }

  private static SavedList list(Path directory) throws IOException {
    return BlockReader.read(directory.resolve(LIST), SavedList::read);
  }

  /**
   * Reads the latest save in a directory: the segments if they fit the schema and this build,
   * otherwise the stored values.
   *
   * @param mayDiffer whether the segments may be of another schema, or of another form
   * @param converted receives the offers if the segments are of another schema or form
   * @throws UnusableFilesException also if they differ and may not, or if an offer does not fit
   */
  Restored restore(Path directory, boolean mayDiffer, Consumer<Offer> converted)
      throws IOException {
    SavedList list = list(directory);
    Path file = directory.resolve(LIST);
    Set<Field> changed = ConcurrentHashMap.newKeySet();
    UnusableFilesException misfit = list.misfit(file, schema);
    if (misfit == null) {
      List<SegmentView> views = read(directory, list, changed);
      if (changed.isEmpty()) {
        return new Restored(views, list.searches(), SchemaChanges.NONE);
      }
      misfit =
          new UnusableFilesException(
              Reason.SCHEMA,
              directory
                  + " has values of "
                  + changed.stream().map(Field::name).sorted().collect(Collectors.joining(", "))
                  + " that the schema's code does not give now");
    }
    if (!mayDiffer) {
      throw misfit;
    }
    list.requireFiles(directory);
    SchemaComparison comparison = new SchemaComparison(file, list.schema(), schema);
    for (Entry entry : list.entries()) {
      convert(entry.file(directory), entry, comparison, converted);
    }
    return new Restored(List.of(), list.searches(), comparison.changes(changed));
  }

  /**
   * Reads segments of this schema.
   *
   * @param changed receives the fields with values that the schema's code does not give
   */
  private List<SegmentView> read(Path directory, SavedList list, Set<Field> changed)
      throws IOException {
    list.requireFiles(directory);
    List<Entry> entries = list.entries();
    SegmentView[] views = new SegmentView[entries.size()];
    List<Runnable> reading = new ArrayList<>();
    for (int i = 0; i < views.length; i++) {
      int position = i;
      Entry entry = entries.get(i);
      reading.add(() -> views[position] = read(entry.file(directory), entry, changed));
    }
    try {
      SharedTask.runAll(executor, reading);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return List.of(views);
  }

  private SegmentView read(Path file, Entry entry, Set<Field> changed) {
    try {
      return BlockReader.read(
          file,
          in -> {
            StoredValues values = StoredValues.read(schema, in);
            entry.requireOwn(values, in);
            SealedSegment segment = SealedSegment.read(schema, values, in);
            changed.addAll(new RestoredRows(segment, values).changedFields());
            return new SegmentView(segment, segment.size(), entry.live());
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads the offers of a segment that does not fit. Only the stored values of this segment are in
   * memory.
   */
  private void convert(
      Path file, Entry entry, SchemaComparison comparison, Consumer<Offer> converted)
      throws IOException {
    StoredValues values =
        BlockReader.read(
            file,
            in -> {
              StoredValues read = StoredValues.read(in);
              entry.requireOwn(read, in);
              in.passRest();
              return read;
            });
    @Nullable FieldName[] targets = values.targets(comparison::target);
    for (int row = 0; row < entry.rows(); row++) {
      if (entry.live().isLive(row)) {
        converted.accept(offer(file, values, targets, row));
      }
    }
  }

  private Offer offer(Path file, StoredValues values, @Nullable FieldName[] targets, int row)
      throws UnusableFilesException {
    try {
      return values.offer(schema, targets, row).build();
    } catch (IllegalStateException | ArithmeticException e) {
      UnusableFilesException refused =
          new UnusableFilesException(
              Reason.SCHEMA,
              file
                  + " has the offer "
                  + values.offerId(row)
                  + ", which does not fit the schema now: "
                  + e.getMessage());
      refused.initCause(e);
      throw refused;
    }
  }
}
