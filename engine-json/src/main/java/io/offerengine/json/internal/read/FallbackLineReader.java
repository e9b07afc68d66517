package io.offerengine.json.internal.read;

import io.offerengine.json.internal.token.JsonInput;
import io.offerengine.json.internal.token.Position;
import io.offerengine.query.EngineException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads by tokens a line that {@link FastLineReader} can't read, so that one of them does not send
 * the rest of a text to the tokeniser.
 *
 * <p>Only a line that is one good record is read. Any other is left as it is, and whoever reads the
 * text from there on says what is wrong with it: so this has no errors of its own.
 *
 * <p><b>Cost.</b> A tokeniser for each line: several times what {@link TokenRecordReader} take for
 * one line of many.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <T> what a record is
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
   * Returns the record that a line is; null where it is anything else.
   *
   * @param line which line of the text it is
   * @param isFirst whether no record of the text was read yet
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

  /** Returns where the record that was read last begins. */
  Position position() {
    return position;
  }
}
