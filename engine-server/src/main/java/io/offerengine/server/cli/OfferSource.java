package io.offerengine.server.cli;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.JsonException;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Schema;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A source of offers: a file, or the packaged sample.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class OfferSource {
  /** The instant of the sample, in seconds since 1970. */
  private static final BigDecimal SAMPLE_INSTANT = new BigDecimal("1784365000");

  private static final String SAMPLE = "sample-offers.ndjson";

  private final @Nullable Path file;
  private final DuplicatePolicy duplicates;

  /**
   * Creates a source.
   *
   * @param file null for the packaged sample
   * @param duplicates what happens if an identifier occurs twice
   */
  public OfferSource(@Nullable Path file, DuplicatePolicy duplicates) {
    this.file = file;
    this.duplicates = duplicates;
  }

  /** Returns whether the source is the packaged sample. */
  public boolean isSample() {
    return file == null;
  }

  /**
   * Returns the instant of a fixed clock, in seconds since 1970; null for a running clock.
   *
   * @param given the instant that was chosen; null for that of the sample
   */
  public @Nullable BigDecimal clock(@Nullable BigDecimal given) {
    return given != null || file != null ? given : SAMPLE_INSTANT;
  }

  /**
   * Reads the offers.
   *
   * @param <X> what the reading throws beside
   */
  @FunctionalInterface
  public interface Reading<X extends Exception> {
    /** Gets what opens the source, at most once. */
    void with(Supplier<OfferReader> offers) throws X;
  }

  /**
   * Loads all offers into an engine. If this fails, the engine stays empty.
   *
   * @return how often each unknown field was skipped
   * @throws CommandFailure if the offers can't be read
   */
  public Map<String, Long> loadInto(OfferEngine engine) {
    return read(engine.schema(), offers -> engine.load(offers.get(), LoadListener.NONE));
  }

  /**
   * Passes all offers to a reader.
   *
   * @return how often each unknown field was skipped
   * @throws CommandFailure if the offers can't be read
   */
  public <X extends Exception> Map<String, Long> read(Schema schema, Reading<X> reading) throws X {
    try (Opening opening = new Opening(schema)) {
      reading.with(opening);
      return opening.skippedFields();
    } catch (JsonException e) {
      throw failure(e.getMessage() + remedy(e.code()));
    } catch (UncheckedIOException e) {
      throw failure(Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw failure(e);
    } catch (OutOfMemoryError e) {
      throw new CommandFailure(
          ExitCode.FAULT, this + ": the offers don't fit the heap; give it more with java -Xmx");
    }
  }

  /**
   * Reads the first byte of the file, if it is a file or a directory; a pipe may have one reader
   * only.
   *
   * @throws CommandFailure if the file can't be read
   */
  public void requireReadable() {
    if (file == null) {
      return;
    }
    try {
      if (!Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
        try (InputStream in = Files.newInputStream(file)) {
          int unused = in.read();
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private InputStream open() throws IOException {
    if (file == null) {
      return Objects.requireNonNull(OfferSource.class.getResourceAsStream(SAMPLE), SAMPLE);
    }
    InputStream in = Files.newInputStream(file);
    return new BufferedInputStream(LoadProgress.watch(in, Files.size(file)), 1 << 16);
  }

  /** Opens the source when somebody asks for its offers. */
  private final class Opening implements Supplier<OfferReader>, AutoCloseable {
    private final Schema schema;
    private @Nullable OfferReader offers;

    Opening(Schema schema) {
      this.schema = schema;
    }

    @Override
    public OfferReader get() {
      try {
        OfferReader opened = new OfferCodec(schema).read(open(), duplicates);
        offers = opened;
        return opened;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Map<String, Long> skippedFields() {
      return offers == null ? Map.of() : offers.skippedFields();
    }

    @Override
    public void close() throws IOException {
      if (offers != null) {
        offers.close();
      }
    }
  }

  private CommandFailure failure(IOException problem) {
    if (problem instanceof NoSuchFileException) {
      return failure("no such file; check the path given to --offers");
    }
    if (problem instanceof AccessDeniedException) {
      return failure("the file may not be read; check its permissions");
    }
    Throwable cause = problem.getCause() == null ? problem : problem.getCause();
    return failure("can't be read: " + cause.getMessage() + "; check the file");
  }

  private CommandFailure failure(String problem) {
    return new CommandFailure(ExitCode.OFFERS, this + ": " + problem);
  }

  private static String remedy(ErrorCode code) {
    return code == ErrorCode.DUPLICATE_OFFER
        ? "; correct the file, or take the last offer with --duplicates last"
        : "; correct the file";
  }

  @Override
  public String toString() {
    return file == null ? "the packaged sample" : file.toString();
  }
}
