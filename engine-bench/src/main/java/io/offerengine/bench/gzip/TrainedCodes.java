package io.offerengine.bench.gzip;

import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketSchema;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchResponse;
import io.offerengine.marketplace.MarketplaceSchema;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Codes for the compressed responses of a generated market: one for the first row of a response,
 * one for all others.
 *
 * <p>Searches of all kinds take part, most of them collapsed as requests ask by default. Which
 * matches a response has does not depend on its codes, so the codes of today serve to count the
 * symbols.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class TrainedCodes {
  private static final int HEADER_SYMBOLS = 19;
  private static final int LONGEST_OF_HEADER = 7;
  private static final int REPEAT = 16;

  private static final List<SearchClass> KINDS =
      List.of(
          SearchClass.Q1,
          SearchClass.Q2,
          SearchClass.Q3,
          SearchClass.Q5,
          SearchClass.Q6,
          SearchClass.Q2_STORAGE,
          SearchClass.Q2_BID,
          SearchClass.Q1_FOLDED,
          SearchClass.Q2_FOLDED,
          SearchClass.Q3_FOLDED,
          SearchClass.Q5_FOLDED,
          SearchClass.Q6_FOLDED,
          SearchClass.Q7_FOLDED,
          SearchClass.Q9_FOLDED);

  private final Symbols first = new Symbols();
  private final Symbols rows = new Symbols();
  private int responses;
  private long plainBytes;
  private long bytes;

  /** The symbols of some blocks, and the lengths of their codes of today. */
  private static final class Symbols {
    private final long[] counts = new long[DeflateBlocks.SYMBOLS];
    private int[] today = new int[DeflateBlocks.SYMBOLS];
    private long blocks;

    void add(DeflateBlocks.Block block) {
      blocks++;
      Arrays.setAll(counts, i -> counts[i] + block.counts()[i]);
      today = block.lengths();
    }

    long bits(int[] lengths) {
      return IntStream.range(0, lengths.length).mapToLong(i -> counts[i] * lengths[i]).sum();
    }

    /** Returns the best code lengths; each symbol has a code. */
    int[] best() {
      int literals = DeflateBlocks.LITERALS;
      long[] distances = Arrays.copyOfRange(counts, literals, counts.length);
      return IntStream.concat(
              Arrays.stream(CodeLengths.of(Arrays.copyOf(counts, literals), CodeLengths.LONGEST)),
              Arrays.stream(CodeLengths.of(distances, CodeLengths.LONGEST)))
          .toArray();
    }
  }

  /**
   * Counts the symbols of compressed responses.
   *
   * @param perKind how many searches of each kind are drawn, at most 200
   * @param rowsOfOne the largest number of rows of a response
   */
  TrainedCodes(int offers, long seed, int perKind, int rowsOfOne) {
    OfferGenerator market = new OfferGenerator(seed, offers);
    MarketDraws draws = new MarketDraws(MarketTable.of(market), seed, KINDS);
    SearchCodec codec = new SearchCodec(MarketplaceSchema.schema());
    try (OfferEngine engine = EnginePeer.load(market, MarketSchema.MARKET)) {
      Snapshot snapshot = engine.snapshot();
      for (SearchClass kind : KINDS) {
        for (DrawnSearch search : draws.searches(kind).subList(0, perKind)) {
          DrawnSearch limited = search.withLimit(rowsOfOne);
          SearchResponse response =
              codec.prepareResponse(snapshot.search(EnginePeer.query(limited)));
          count(response.length(), response.gzip(), rowsOfOne == 1 ? 1 : 2);
        }
      }
    }
  }

  private void count(int length, byte[] compressed, int blocksOfOne) {
    List<DeflateBlocks.Block> blocks = DeflateBlocks.of(compressed);
    if (blocks.size() == blocksOfOne) {
      first.add(blocks.get(0));
      blocks.subList(1, blocks.size()).forEach(rows::add);
      plainBytes += length;
      bytes += compressed.length;
      responses++;
    }
  }

  /** Returns the bytes of these responses before they were compressed. */
  long plainBytes() {
    return plainBytes;
  }

  /** Returns the bytes that these responses would take in a block with DEFLATE's fixed codes. */
  long fixedBytes() {
    int[] fixed = new int[DeflateBlocks.SYMBOLS];
    Arrays.setAll(
        fixed, i -> i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : i < DeflateBlocks.LITERALS ? 8 : 5);
    return bytes + more(first, fixed, 2) + more(rows, fixed, 2);
  }

  /** Returns the number of responses that were counted. */
  int responses() {
    return responses;
  }

  /** Returns the bytes of these responses, as they were compressed. */
  long bytes() {
    return bytes;
  }

  /** Returns the bytes that these responses would take with codes that are trained on them. */
  long bestBytes() {
    int[] ofFirst = first.best();
    int[] ofRows = rows.best();
    return bytes
        + more(first, ofFirst, header(ofFirst).length())
        + more(rows, ofRows, header(ofRows).length());
  }

  /** Returns how many more bytes blocks would take with codes of these lengths and this header. */
  private long more(Symbols symbols, int[] lengths, int header) {
    long ofHeaders = symbols.blocks * (header - header(symbols.today).length());
    return (symbols.bits(lengths) - symbols.bits(symbols.today) + ofHeaders) / Byte.SIZE;
  }

  /** Returns the lines of the resource from which the codes are read. */
  List<String> lines() {
    return List.of(line(first), line(rows));
  }

  private static String line(Symbols symbols) {
    int[] lengths = symbols.best();
    StringBuilder digits = new StringBuilder();
    Arrays.stream(lengths).forEach(length -> digits.append(Character.forDigit(length, 16)));
    return digits.insert(DeflateBlocks.LITERALS, '\n') + "\n" + header(lengths);
  }

  /** Returns the header of a block with codes of these lengths, after its first bit. */
  private static String header(int[] all) {
    int[] runs = runs(all);
    long[] counts = new long[HEADER_SYMBOLS];
    Arrays.stream(runs).forEach(run -> counts[run & 31]++);
    int[] lengths = CodeLengths.of(counts, LONGEST_OF_HEADER);
    int[] codes = codes(lengths);
    StringBuilder bits = new StringBuilder();
    add(2, 2, bits); // The block has codes of its own.
    add(DeflateBlocks.LITERALS - 257, 5, bits);
    add(DeflateBlocks.DISTANCES - 1, 5, bits);
    add(HEADER_SYMBOLS - 4, 4, bits);
    for (int symbol : DeflateBlocks.HEADER_ORDER) {
      add(lengths[symbol], 3, bits);
    }
    for (int run : runs) {
      int symbol = run & 31;
      // Codes are written from their highest bit on, all else from the lowest.
      add(Integer.reverse(codes[symbol]) >>> -lengths[symbol], lengths[symbol], bits);
      add((run >>> 5) - 3, symbol == REPEAT ? 2 : 0, bits);
    }
    return bits.toString();
  }

  private static void add(int value, int length, StringBuilder bits) {
    for (int i = 0; i < length; i++) {
      bits.append((char) ('0' + (value >>> i & 1)));
    }
  }

  private static int[] codes(int[] lengths) {
    int[] codes = new int[lengths.length];
    int next = 0;
    for (int length = 1; length <= LONGEST_OF_HEADER; length++) {
      next <<= 1;
      for (int i = 0; i < lengths.length; i++) {
        if (lengths[i] == length) {
          codes[i] = next++;
        }
      }
    }
    return codes;
  }

  /** Returns code lengths as symbols of a header; from the fifth bit on, how often one repeats. */
  private static int[] runs(int[] lengths) {
    int[] runs = new int[lengths.length];
    int count = 0;
    for (int i = 0; i < lengths.length; ) {
      int end = i;
      while (i > 0 && end < lengths.length && end < i + 6 && lengths[end] == lengths[i - 1]) {
        end++;
      }
      boolean repeats = end - i >= 3;
      runs[count++] = repeats ? ((end - i) << 5) | REPEAT : lengths[i];
      i = repeats ? end : i + 1;
    }
    return Arrays.copyOf(runs, count);
  }
}
