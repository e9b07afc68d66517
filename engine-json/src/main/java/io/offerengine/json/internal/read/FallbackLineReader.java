package io.offerengine.json.internal.read;

import io.offerengine.json.internal.token.JsonInput;
import io.offerengine.json.internal.token.Position;
import io.offerengine.query.EngineException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads one line by tokens, for lines that {@link FastLineReader} can't read.
 *
 * <p>Without this class, one such line would leave the rest of the text to the tokeniser, which is
 * three times slower. The class reads a line only if the line is one valid record. It returns null
 * for any other line and changes nothing; {@link TokenRecordReader} then reads that line again and
 * reports the error.
 *
 * <p><b>Cost.</b> One tokeniser for each line, as much as several lines cost in {@link
 * TokenRecordReader}.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <T> the type of a record
 */
final class FallbackLineReader<T> {
  private final OfferFormat format;
  private final RecordStream.Assembly<T> assembly;
  private final SkippedFields skipped;
  private Position position = Position.NONE;

  FallbackLineReader(OfferFormat format, RecordStream.Assembly<T> assembly, SkippedFields skipped) {
    this.format = format;
    this.assembly = assembly;
    this.skipped = skipped;
  }

  /**
   * Returns the record of a line; null if the line is not one valid record.
   *
   * @param line the number of the line in the text, from 1
   * @param isFirst whether the text had no record before this line
   */
  @Nullable T read(byte[] bytes, int offset, int length, int line, boolean isFirst) {
    SkippedFields ofLine = new SkippedFields(Integer.MAX_VALUE);
    JsonInput in =
        format.rules().open(new ByteArrayInputStream(bytes, offset, length), new Position(line, 1));
    try (TokenRecordReader<T> records =
        new TokenRecordReader<>(format, in, assembly, ofLine, isFirst)) {
      T record = records.only();
      if (record != null) {
        position = records.position();
        skipped.addAll(ofLine);
      }
      return record;
    } catch (EngineException left) {
      return null;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Returns the position where the last record begins. */
  Position position() {
    return position;
  }
}
