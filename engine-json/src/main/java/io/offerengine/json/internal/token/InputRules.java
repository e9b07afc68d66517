package io.offerengine.json.internal.token;

import io.offerengine.json.JsonLimits;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.io.InputStream;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The limits of the texts that one codec reads, and the exceptions that it throws for bad ones.
 *
 * <p>The readers of tokens don't know the public exception: a codec hands in its constructor.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class InputRules {
  private final int maxBodyBytes;
  private final int maxTextLength;
  private final int maxDepth;
  private final int maxNumberLength;
  private final int maxOfferLength;
  private final ErrorFactory errors;
  private final JsonFactory factory;

  /** Makes the exception for a text that is refused. */
  @FunctionalInterface
  public interface ErrorFactory {
    /**
     * Returns an exception to be thrown.
     *
     * @param path the JSON Pointer of the value that is refused
     * @param line the line, from 1; 0 if the error has no position
     * @param column the column in UTF-16 code units, from 1; 0 if the error has no position
     * @param problem a sentence for the client
     */
    EngineException create(ErrorCode code, String path, int line, int column, String problem);
  }

  /** Creates rules; the limits are those of {@link JsonLimits}. */
  public InputRules(
      int maxBodyBytes,
      int maxDepth,
      int maxTextLength,
      int maxNumberLength,
      int maxOfferLength,
      ErrorFactory errors) {
    this.maxBodyBytes = maxBodyBytes;
    this.maxDepth = maxDepth;
    this.maxTextLength = maxTextLength;
    this.maxNumberLength = maxNumberLength;
    this.maxOfferLength = maxOfferLength;
    this.errors = errors;
    this.factory =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(maxDepth)
                    .maxStringLength(maxTextLength)
                    .maxNameLength(maxTextLength)
                    .maxNumberLength(maxNumberLength)
                    .build())
            .build();
  }

  /** Returns the tokens of a stream. */
  public JsonInput open(InputStream source) {
    return new JsonInput(this, new Utf8Reader(source), new Position(1, 1));
  }

  /**
   * Returns the tokens of the rest of a text.
   *
   * @param start the position of the first character of {@code rest} in the whole text
   */
  public JsonInput open(InputStream rest, Position start) {
    return new JsonInput(this, new Utf8Reader(rest, start), start);
  }

  /** Returns the tokens of a part of an array, which must not change while they are read. */
  public JsonInput open(byte[] text, int offset, int length) {
    return new JsonInput(this, new Utf8Reader(text, offset, length), new Position(1, 1));
  }

  /** Returns the exception for a text that is refused. */
  public EngineException error(ErrorCode code, String path, Position position, String problem) {
    return errors.create(code, path, position.line(), position.column(), problem);
  }

  JsonFactory factory() {
    return factory;
  }

  /** Returns the largest number of bytes of a body. */
  public int maxBodyBytes() {
    return maxBodyBytes;
  }

  /** Returns how deep objects and lists may be nested. */
  public int maxDepth() {
    return maxDepth;
  }

  /** Returns the largest length of a text or a key, in UTF-16 code units. */
  public int maxTextLength() {
    return maxTextLength;
  }

  /** Returns the largest number of characters of a number. */
  public int maxNumberLength() {
    return maxNumberLength;
  }

  /** Returns the largest length of an offer, in UTF-16 code units. */
  public int maxOfferLength() {
    return maxOfferLength;
  }
}
