package io.offerengine.json.internal.read;

import io.offerengine.json.internal.token.JsonInput;
import io.offerengine.json.internal.token.Position;
import io.offerengine.query.EngineException;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads records from bytes, without a tokeniser, as long as the text is simple: one object on each
 * line that fits the schema, without escapes and without nested values in unknown fields.
 *
 * <p>A line that is not simple is read by tokens on its own, if such lines are few: otherwise one
 * such line would leave the rest of the text to the tokeniser, which is three times slower. If such
 * lines are many, or the line is no valid record, the reader stops before that line, and {@link
 * TokenRecordReader} reads the rest of the text. The reader never reports an error: it returns the
 * same records as the tokeniser would, or stops. A property test checks that both readers return
 * the same records and errors.
 *
 * <p>Most lines have their keys in the same order. The reader compares the next key with the one
 * that followed on the last line, before it looks a key up.
 *
 * <p><b>Cost.</b> Linear, a third of the time that tokens take. The buffer holds the longest
 * record. If the buffer ends within a record, the record is read again from its start.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <T> the type of a record
 */
public final class FastLineReader<T> {
  private static final String OFFERS = "offers";

  /** The nesting of an object, an object field in it, and its members. */
  private static final int DEEPEST = 3;

  /** The largest number of unknown keys in an object that is read without a tokeniser. */
  private static final int MOST_UNKNOWN = 16;

  /**
   * After so many lines that were not simple, at most one line in eight may be: each costs a
   * tokeniser, as much as several lines cost in {@link TokenRecordReader}.
   */
  private static final int FEW_ODD_LINES = 16;

  private static final int LINES_TO_AN_ODD_ONE = 8;

  private final OfferFormat format;
  private final LineBuffer in;
  private final Assembly<T> assembly;
  private final SkippedFields skipped;
  private final Schema schema;
  private final ValueScanner values;

  /**
   * The number of the last record that had the field, by the ordinal of the field; finds repeated
   * keys.
   */
  private final int[] readIn;

  /**
   * The ordinal of the field that followed a field on an earlier line, by the ordinal of the first
   * plus one; index 0 is the start of a record.
   */
  private final int[] following;

  private final List<String> unknownKeys = new ArrayList<>();
  private final SkippedFields ofLine = new SkippedFields(Integer.MAX_VALUE);
  private int record;
  private int oddLines;
  private Position position = Position.NONE;
  private boolean isBeforeFirst = true;
  private boolean isLeft;

  /**
   * Creates a reader.
   *
   * @param skipped counts the unknown fields of all records
   */
  public FastLineReader(
      OfferFormat format, InputStream source, Assembly<T> assembly, SkippedFields skipped) {
    this.format = format;
    this.schema = format.schema();
    this.in = new LineBuffer(source);
    this.assembly = assembly;
    this.skipped = skipped;
    this.values = new ValueScanner(in, format.rules());
    this.readIn = new int[format.keys().length];
    this.following = new int[readIn.length + 1];
    this.isLeft = format.rules().maxDepth() < DEEPEST || !format.hasPlainNames();
  }

  /**
   * Returns the next record; null if the tokeniser must read the rest, which may be empty.
   *
   * @throws IOException if the stream fails
   */
  public @Nullable T next() throws IOException {
    if (isLeft || !(isBeforeFirst || in.passLineEnds())) {
      isLeft = true;
      return null;
    }
    while (!read()) {
      if (!in.isShort() || !in.readMore()) {
        return nextOdd();
      }
    }
    isBeforeFirst = false;
    skipped.addAll(ofLine);
    position = new Position(in.line(), 1);
    return assembly.end(() -> "", position, skipped::add);
  }

  /**
   * Returns the record of the line at the mark, which is not simple; null if the tokeniser must
   * read the rest.
   */
  private @Nullable T nextOdd() throws IOException {
    in.backToMark();
    boolean areFew = oddLines++ < FEW_ODD_LINES + record / LINES_TO_AN_ODD_ONE;
    int length = areFew && in.pass('{') ? in.lineLength() : 0;
    in.backToMark();
    T found = length > 0 ? readOdd(length) : null;
    isLeft = found == null;
    if (found != null) {
      in.moveTo(in.mark() + length);
      isBeforeFirst = false;
    }
    return found;
  }

  /**
   * Reads the line at the mark by tokens; null if the line is not one valid record. Nothing has
   * changed then, and {@link TokenRecordReader} reads that line again and reports the error.
   */
  private @Nullable T readOdd(int length) throws IOException {
    ofLine.forgetAll();
    InputStream line = new ByteArrayInputStream(in.bytes(), in.mark(), length);
    JsonInput tokens = format.rules().open(line, new Position(in.line(), 1));
    try (TokenRecordReader<T> records =
        new TokenRecordReader<>(format, tokens, assembly, ofLine, isBeforeFirst)) {
      T found = records.only();
      if (found != null) {
        position = records.position();
        skipped.addAll(ofLine);
      }
      return found;
    } catch (EngineException left) {
      return null;
    }
  }

  /** Returns the position where the last record begins. */
  public Position position() {
    return position;
  }

  /** Returns a reader of the records that this one has not read. */
  public TokenRecordReader<T> restByTokens() {
    JsonInput tokens =
        isBeforeFirst
            ? format.rules().open(in.toStream())
            : format.rules().open(in.toStream(), in.position());
    return new TokenRecordReader<>(format, tokens, assembly, skipped, isBeforeFirst);
  }

  /** Returns the bytes that this reader has not consumed. */
  LineBuffer rest() {
    return in;
  }

  /**
   * Reads the record at the mark; returns false if the line is not simple or the buffer ends within
   * it.
   */
  private boolean read() {
    in.backToMark();
    record++;
    unknownKeys.clear();
    ofLine.forgetAll();
    if (!in.pass('{')) {
      return false;
    }
    assembly.begin();
    int last = 0;
    do {
      in.skipBlanks();
      last = readField(last);
      in.skipBlanks();
    } while (last > 0 && in.pass(','));
    return last > 0 && in.pass('}') && values.isShortEnough();
  }

  /**
   * Reads a key and its value; returns the index of the key in {@link #following}, or 0 if the line
   * is not simple.
   */
  private int readField(int last) {
    if (!in.pass('"')) {
      return 0;
    }
    int ordinal = following[last];
    if (!in.pass(format.keys()[ordinal])) {
      String name = values.key();
      Field known = name == null ? null : schema.field(name).orElse(null);
      if (known == null) {
        return name != null && readUnknown(name) ? Math.max(1, last) : 0;
      }
      ordinal = known.ordinal();
      following[last] = ordinal;
    }
    if (readIn[ordinal] == record) {
      return 0;
    }
    readIn[ordinal] = record;
    in.skipBlanks();
    Field field = schema.fields().get(ordinal);
    FieldTarget target = field.isStored() ? assembly : assembly.unstored();
    return readValue(field, target) ? ordinal + 1 : 0;
  }

  private boolean readUnknown(String name) {
    boolean isReserved = name.equals(OFFERS) || name.equals(PreconditionReader.KEY);
    // Aliases are rare: tokens read them.
    boolean isAlias = schema.queryName(name).filter(alias -> !alias.isLeast()).isPresent();
    boolean isNew = !isReserved && !isAlias && !unknownKeys.contains(name);
    unknownKeys.add(name);
    ofLine.add(name);
    in.skipBlanks();
    return isNew && unknownKeys.size() <= MOST_UNKNOWN && values.passScalar();
  }

  private boolean readValue(Field field, FieldTarget target) {
    if (in.passWord("null")) {
      target.clear(field);
      return true;
    }
    return switch (field.type()) {
      case INTEGER -> readInteger(field, target);
      case NUMBER -> {
        boolean isRead = values.readNumber();
        if (isRead) {
          target.set(field, values.number());
        }
        yield isRead;
      }
      case BOOLEAN -> readFlag(field, target);
      case DATE, INSTANT -> {
        String text = in.pass('"') ? values.text() : null;
        OptionalLong key = text == null ? OptionalLong.empty() : TimeKey.parse(field.type(), text);
        key.ifPresent(time -> target.set(field, time));
        yield key.isPresent();
      }
      case TEXT, VERSION, PLACE -> {
        String text = in.pass('"') ? values.text() : null;
        if (text != null) {
          target.set(field, text);
        }
        yield text != null;
      }
      case INTEGER_LIST -> {
        long[] list = values.integers();
        if (list != null) {
          target.set(field, list);
        }
        yield list != null;
      }
      case TEXT_LIST -> {
        List<String> list = values.texts();
        if (list != null) {
          target.set(field, list);
        }
        yield list != null;
      }
      case OBJECT -> readMembers(field);
    };
  }

  private boolean readInteger(Field field, FieldTarget target) {
    if (field.acceptsBooleans() && readFlag(field, target)) {
      return true;
    }
    boolean isRead = values.readInteger();
    if (isRead) {
      target.set(field, values.integer());
    }
    return isRead;
  }

  private boolean readFlag(Field field, FieldTarget target) {
    boolean flag = in.passWord("true");
    boolean isRead = flag || in.passWord("false");
    if (isRead) {
      target.set(field, flag);
    }
    return isRead;
  }

  /**
   * Reads the members of an object field. Their values are checked and dropped, since a search
   * computes them.
   */
  private boolean readMembers(Field field) {
    List<String> names = new ArrayList<>();
    return values.readEach('{', '}', () -> readMember(field, names));
  }

  private boolean readMember(Field field, List<String> names) {
    String name = in.pass('"') ? values.key() : null;
    if (name == null || names.contains(name) || names.size() == MOST_UNKNOWN) {
      return false;
    }
    names.add(name);
    in.skipBlanks();
    if (field.members().stream().noneMatch(each -> each.name().equals(name))) {
      ofLine.addMember(field.name(), name);
      return values.passScalar();
    }
    if (in.passWord("null")) {
      return true;
    }
    assembly.unstored().note(field);
    return values.readNumber();
  }
}
