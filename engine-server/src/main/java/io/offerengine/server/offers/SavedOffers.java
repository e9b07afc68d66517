package io.offerengine.server.offers;

import io.offerengine.OfferEngine;
import io.offerengine.query.UnusableFilesException;
import io.offerengine.query.UnusableFilesException.Reason;
import io.offerengine.server.store.ChangeLog.Position;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stored offers as files, from which an engine starts much faster. The database, or another log,
 * stays the only truth: the files are used only if the log has every change since they were
 * written, and anybody may delete them.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: decision 75 (segments as files).
 */
public final class SavedOffers {
  /** The number of the last batch, its UUID, and the build of the service that wrote the files. */
  private static final Pattern POSITION = Pattern.compile("([0-9]{1,18}) ([0-9a-f-]{36}) (.*)");

  private static final Logger LOG = LoggerFactory.getLogger(SavedOffers.class);

  private final Path directory;
  private final Predicate<Position> usable;
  private final String build;

  /** The position of the files; null if it is not known. */
  private @Nullable Position saved;

  /**
   * Creates files of the offers of a log.
   *
   * @param directory where the files are
   * @param usable whether the log has every change since a position
   * @param build the build of the service: files of other builds are not used, since their code may
   *     derive other values
   */
  public SavedOffers(Path directory, Predicate<Position> usable, String build) {
    this.directory = directory;
    this.usable = usable;
    this.build = build;
  }

  /**
   * Restores the offers into an engine without offers, and brings them up to date.
   *
   * @return how often each unknown field of changed offers was skipped; empty if the files can't be
   *     used: the engine has no offers then, and the log says why
   * @throws DamagedOfferException if a changed offer is damaged in the database
   * @throws io.offerengine.server.store.StoreException if the database fails
   */
  public Optional<Map<String, Long>> restoreInto(OfferEngine engine, DurableOffers durable) {
    return restore(engine, seq -> 1).map(position -> durable.catchUp(engine, position));
  }

  /**
   * Restores the offers into an engine without offers, as they were saved: as the version whose
   * number is that of the last batch.
   *
   * @return the position of the offers; empty if the files can't be used: the engine has no offers
   *     then, and the log says why
   * @throws io.offerengine.server.store.StoreException if the database fails
   */
  public Optional<Position> takeUp(OfferEngine engine) {
    return restore(engine, seq -> seq);
  }

  private synchronized Optional<Position> restore(OfferEngine engine, LongUnaryOperator version) {
    long start = System.nanoTime();
    Position position;
    try {
      position = usablePosition();
      engine.restore(directory, version.applyAsLong(position.seq()));
    } catch (UnusableFilesException e) {
      boolean isFirst = e.reason() == Reason.MISSING;
      LOG.atLevel(isFirst ? org.slf4j.event.Level.INFO : org.slf4j.event.Level.WARN)
          .log("Loading all offers from the database: {}", e.getMessage());
      return Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("Loading all offers from the database: the saved offers can't be read", e);
      return Optional.empty();
    }
    saved = position;
    LOG.info(
        "Restored {} offers in {} ms, as of batch {}; later changes follow",
        engine.snapshot().size(),
        (System.nanoTime() - start) / 1_000_000,
        position.seq());
    return Optional.of(position);
  }

  /**
   * Returns the state of the files for people: up to which batch they go, or why they are not used.
   */
  public String describe() {
    try {
      return "as of batch " + usablePosition().seq() + "; the next start reads them";
    } catch (IOException e) {
      return e.getMessage() + "; the next start loads all offers from the database";
    }
  }

  /**
   * Returns the position of the files.
   *
   * @throws UnusableFilesException if the files do not fit the database
   */
  private Position usablePosition() throws IOException {
    String text = OfferEngine.savedPosition(directory);
    Matcher parts = POSITION.matcher(text);
    if (!parts.matches() || !parts.group(3).equals(build)) {
      throw new UnusableFilesException(
          Reason.VERSION,
          directory
              + " has offers that another build saved: \""
              + text
              + "\", but this is "
              + build);
    }
    Position position =
        new Position(Long.parseLong(parts.group(1)), UUID.fromString(parts.group(2)));
    if (!usable.test(position)) {
      throw new UnusableFilesException(
          Reason.FOREIGN,
          directory
              + " has offers as of batch "
              + position.seq()
              + ", but the log does not have every change since this batch");
    }
    return position;
  }

  /**
   * Saves the offers of an engine if they have changed since the last time. A failure is logged.
   *
   * @param durable the journal of the engine, and a listener of it
   */
  public synchronized void save(OfferEngine engine, DurableOffers durable) {
    Position position = durable.position();
    if (position == null || position.equals(saved)) {
      return;
    }
    save(engine, version -> position);
  }

  /**
   * Saves the offers of an engine that follows the log. A failure is logged.
   *
   * @param positions returns the position of the version that is saved
   */
  public synchronized void save(OfferEngine engine, LongFunction<Position> positions) {
    Position[] position = new Position[1];
    try {
      engine.save(
          directory,
          version -> {
            position[0] = positions.apply(version);
            return position[0].seq() + " " + position[0].batch() + " " + build;
          });
      saved = position[0];
    } catch (IOException | RuntimeException e) {
      LOG.warn("The offers can't be saved in {}; the next start may take longer", directory, e);
    }
  }
}
