package io.offerengine.server.offers;

import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.JsonException;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.schema.Offer;
import io.offerengine.server.offers.OfferRows.Row;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * An iterator over offers of the table, in the order of the rows that it is given.
 *
 * <p>One thread reads rows in chunks of 256 KiB, several threads decode the chunks, and the
 * iterator returns the offers in order. {@link #close} stops the threads.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class StoredOffers implements Iterator<Offer>, AutoCloseable {
  private static final int CHUNK_BYTES = 256 << 10;

  private final OfferCodec codec;
  private final OfferRecords records;
  private final int makers = Runtime.getRuntime().availableProcessors();
  private final ExecutorService threads = Executors.newFixedThreadPool(makers + 1);
  private final BlockingQueue<Future<List<Offer>>> chunks = new ArrayBlockingQueue<>(2 * makers);
  private final Map<String, Long> skipped = Collections.synchronizedMap(new TreeMap<>());
  private Iterator<Offer> current = Collections.emptyIterator();
  private boolean ended;

  /** Some rows. */
  private static final class Chunk {
    final List<Row> rows = new ArrayList<>();
    int bytes;
  }

  /**
   * Starts to read.
   *
   * @param rows passes the rows to a receiver
   */
  StoredOffers(Consumer<OfferRows.Receiver> rows, OfferCodec codec, OfferRecords records) {
    this.codec = codec;
    this.records = records;
    threads.execute(() -> read(rows));
  }

  @Override
  public boolean hasNext() {
    while (!current.hasNext() && !ended) {
      List<Offer> chunk = take();
      ended = chunk.isEmpty();
      current = chunk.iterator();
    }
    return current.hasNext();
  }

  @Override
  public Offer next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return current.next();
  }

  /** Returns how often each unknown field was skipped so far. */
  Map<String, Long> skippedFields() {
    return Map.copyOf(skipped);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private List<Offer> take() {
    try {
      return chunks.take().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the loading was interrupted", e);
    } catch (ExecutionException e) {
      ended = true;
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private void read(Consumer<OfferRows.Receiver> rows) {
    CompletableFuture<List<Offer>> end = CompletableFuture.completedFuture(List.of());
    Chunk[] open = {new Chunk()};
    try {
      rows.accept(row -> {
        add(row, open[0]);
        if (open[0].bytes >= CHUNK_BYTES) {
          hand(open[0]);
          open[0] = new Chunk();
        }
      });
      hand(open[0]);
    } catch (InterruptedException e) {
      return;
    } catch (RuntimeException | Error e) {
      end = CompletableFuture.failedFuture(e);
    }
    try {
      chunks.put(end);
    } catch (InterruptedException nobodyListens) {
      Thread.currentThread().interrupt();
    }
  }

  private static void add(Row row, Chunk chunk) {
    chunk.rows.add(row);
    chunk.bytes += row.offer().length;
  }

  private void hand(Chunk chunk) throws InterruptedException {
    if (!chunk.rows.isEmpty()) {
      chunks.put(threads.submit(() -> offers(chunk)));
    }
  }

  private List<Offer> offers(Chunk chunk) {
    List<Offer> offers = new ArrayList<>(chunk.rows.size());
    Map<String, Long> unknown = new TreeMap<>();
    OfferReader reader = codec.read(new ByteArrayInputStream(texts(chunk)), DuplicatePolicy.LAST);
    for (Row row : chunk.rows) {
      offers.add(
          OfferRecords.isRecord(row.offer())
              ? records.read(row.id(), row.offer(), unknown)
              : ofText(reader, row.id()));
    }
    if (reader.hasNext()) {
      throw new DamagedOfferException(reader.next().id(), "it is in the text of another one");
    }
    reader.skippedFields().forEach((name, count) -> skipped.merge(name, count, Long::sum));
    unknown.forEach((name, count) -> skipped.merge(name, count, Long::sum));
    return offers;
  }

  /** Returns the JSON of the rows that an older version of the service wrote. */
  private static byte[] texts(Chunk chunk) {
    ByteArrayOutputStream texts = new ByteArrayOutputStream();
    for (Row row : chunk.rows) {
      if (!OfferRecords.isRecord(row.offer())) {
        texts.writeBytes(row.offer());
      }
    }
    return texts.toByteArray();
  }

  /** Reads the next offer of a text, which must have an identifier. */
  static Offer ofText(OfferReader reader, long id) {
    try {
      if (!reader.hasNext()) {
        throw new DamagedOfferException(id, "it has no text");
      }
      Offer offer = reader.next();
      if (offer.id() != id) {
        throw new DamagedOfferException(id, "its text is that of the offer " + offer.id());
      }
      return offer;
    } catch (JsonException e) {
      throw new DamagedOfferException(id, "its text can't be read: " + e.getMessage());
    }
  }
}
