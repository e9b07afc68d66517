package io.offerengine.server.router;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.RequestGate;
import io.offerengine.server.router.Scatter.Parts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Answers with the exports of all shards at one version, line by line.
 *
 * <p>The router reads from all shards in turn, since a member cuts a connection that nobody reads.
 * If a shard breaks off, so does the answer: no client takes the part for the whole.
 *
 * <p><b>Memory.</b> A buffer of {@value #BUFFER_BYTES} bytes for each shard.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class RoutedExport implements Endpoint {
  private static final String LINES = "application/x-ndjson";
  private static final int BUFFER_BYTES = 64 << 10;

  private final Scatter scatter;
  private final RequestGate gate;
  private final Duration patience;
  private final DoubleSupplier clock;

  /**
   * Creates an endpoint.
   *
   * @param exportsAtOnce how many exports may run at once; more are refused
   * @param patience how long the next bytes of a shard may take
   * @param clock the seconds since 1970 that formulas read
   */
  RoutedExport(Scatter scatter, int exportsAtOnce, Duration patience, DoubleSupplier clock) {
    this.scatter = scatter;
    this.patience = patience;
    this.clock = clock;
    this.gate = new RequestGate(exportsAtOnce, "other exports");
  }

  @Override
  public Answer answer(ApiRequest request) {
    RequestGate.Pass pass = gate.enter(request);
    boolean streams = false;
    try {
      PartRequest part = PartRequest.of(request, "export", request.read(body -> body));
      Parts<InputStream> parts =
          scatter.ask(
              part,
              clock.getAsDouble(),
              request.parameters().version(RouterRoutes.MIN_VERSION),
              BodyHandlers.ofInputStream());
      streams = true;
      return parts.named(Answer.streamed(LINES, out -> write(parts, pass, out)));
    } finally {
      if (!streams) {
        pass.close();
      }
    }
  }

  private void write(Parts<InputStream> parts, RequestGate.Pass pass, OutputStream out)
      throws IOException {
    List<MemberBody> streams =
        parts.answers().stream().map(each -> new MemberBody(each.body(), patience)).toList();
    try {
      merge(streams, out);
    } finally {
      pass.close();
      for (MemberBody stream : streams) {
        stream.close();
      }
    }
  }

  /** Writes the lines of all streams, some of each in turn. */
  static void merge(List<? extends InputStream> streams, OutputStream out) throws IOException {
    List<Lines> running = new ArrayList<>();
    for (int shard = 0; shard < streams.size(); shard++) {
      running.add(new Lines(shard, streams.get(shard)));
    }
    while (!running.isEmpty()) {
      for (Lines each : List.copyOf(running)) {
        if (!each.writeSome(out)) {
          running.remove(each);
        }
      }
    }
  }

  /** The lines of one shard. */
  private static final class Lines {
    private final int shard;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    /** How many bytes of a line without its end are in the buffer. */
    private int size;

    Lines(int shard, InputStream in) {
      this.shard = shard;
      this.in = in;
    }

    /** Writes what has come, up to the end of a line; returns false at the end of the stream. */
    boolean writeSome(OutputStream out) throws IOException {
      while (true) {
        int count = read();
        if (count < 0) {
          return false;
        }
        int end = size + count;
        int lines = endOfLines(end);
        if (lines > 0) {
          out.write(buffer, 0, lines);
          System.arraycopy(buffer, lines, buffer, 0, end - lines);
          size = end - lines;
          return true;
        }
        size = end;
        if (size == buffer.length) {
          out.write(buffer, 0, size);
          size = 0;
        }
      }
    }

    private int endOfLines(int end) {
      int lines = end;
      while (lines > size && buffer[lines - 1] != '\n') {
        lines--;
      }
      return lines > size ? lines : 0;
    }

    private int read() {
      try {
        int count = in.read(buffer, size, buffer.length - size);
        if (count >= 0 || size == 0) {
          return count;
        }
      } catch (IOException e) {
        throw brokenOff();
      }
      throw brokenOff();
    }

    private EngineException brokenOff() {
      return ErrorResponses.refusal(
          ErrorCode.UNAVAILABLE,
          "shard " + (shard + 1) + " broke off its part of the export; try again");
    }
  }
}
