package io.offerengine.json.internal.token;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.io.InputStream;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The limits of the texts that one codec reads, and the exceptions that the codec throws for bad
 * texts.
 *
 * <p>This package can't import the public exception. A codec passes the constructor of that
 * exception.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param maxBodyBytes the largest number of bytes of a request body
 * @param maxDepth the deepest nesting of objects and lists
 * @param maxTextLength the largest length of a text or a key, in UTF-16 code units
 * @param maxNumberLength the largest number of characters of a number
 * @param maxOfferLength the largest length of an offer, in UTF-16 code units
 * @param errors creates the exceptions of this codec
 * @param factory creates the tokenisers
 */
public record InputRules(
    int maxBodyBytes,
    int maxDepth,
    int maxTextLength,
    int maxNumberLength,
    int maxOfferLength,
    ErrorFactory errors,
    JsonFactory factory) {
  /** Creates the exception for a refused text. */
  @FunctionalInterface
  public interface ErrorFactory {
    /**
     * Returns an exception, which the caller throws.
     *
     * @param path the JSON Pointer of the refused value; empty for the whole text
     * @param line the line, from 1; 0 if the error has no position
     * @param column the column in UTF-16 code units, from 1; 0 if the error has no position
     * @param problem what is wrong, what was read, and what is allowed
     */
    EngineException create(ErrorCode code, String path, int line, int column, String problem);
  }

  /** Creates rules with a tokeniser that keeps to them. */
  public InputRules(
      int maxBodyBytes,
      int maxDepth,
      int maxTextLength,
      int maxNumberLength,
      int maxOfferLength,
      ErrorFactory errors) {
    this(
        maxBodyBytes,
        maxDepth,
        maxTextLength,
        maxNumberLength,
        maxOfferLength,
        errors,
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
            .build());
  }

  /** Opens a text that a stream holds. */
  public JsonInput open(InputStream source) {
    return new JsonInput(this, new Utf8Reader(source, false), new Position(1, 1));
  }

  /**
   * Opens the rest of a text whose beginning another reader has consumed.
   *
   * @param start the position of the first character of {@code rest} in the whole text
   */
  public JsonInput open(InputStream rest, Position start) {
    return new JsonInput(this, new Utf8Reader(rest, true), start);
  }

  /**
   * Opens a text that a part of an array holds. The array is not copied, so it must not change
   * before the text is read.
   */
  public JsonInput open(byte[] text, int offset, int length) {
    return new JsonInput(this, new Utf8Reader(text, offset, length), new Position(1, 1));
  }

  /** Returns the exception for a refused text. */
  public EngineException error(ErrorCode code, String path, Position position, String problem) {
    return errors.create(code, path, position.line(), position.column(), problem);
  }
}
