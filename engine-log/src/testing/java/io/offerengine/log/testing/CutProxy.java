package io.offerengine.log.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between clients and a PostgreSQL, and cuts one connection that has appended to the log at
 * its commit. Other connections commit unhindered, for example those that write bases.
 */
public final class CutProxy implements AutoCloseable {
  private static final String APPEND = "INSERT INTO offer_log_entries";

  private final String target;
  private final URI address;
  private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile boolean cutsBefore;
  private volatile boolean cutsAfter;

  /** Starts a proxy for the server of an address. */
  public CutProxy(String url) throws IOException {
    this.target = url;
    this.address = URI.create(url.substring("jdbc:".length()));
    threads.execute(this::accept);
  }

  /**
   * Returns the address of the database behind the proxy, for clients that spell statements out.
   */
  public String url() {
    String own =
        target.replace(":" + address.getPort() + "/", ":" + listening.getLocalPort() + "/");
    return own + (own.contains("?") ? "&" : "?") + "prepareThreshold=0";
  }

  /** Cuts the next connection that commits entries, before the server learns of the commit. */
  public void cutBeforeCommit() {
    cutsBefore = true;
  }

  /** Cuts the next connection that commits entries, before the client learns of the commit. */
  public void cutAfterCommit() {
    cutsAfter = true;
  }

  /** Returns how many connections were cut. */
  public int cuts() {
    return cuts.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Socket server = new Socket(address.getHost(), address.getPort());
        AtomicBoolean appends = new AtomicBoolean();
        threads.execute(() -> pass(client, server, appends, true));
        threads.execute(() -> pass(server, client, appends, false));
      }
    } catch (IOException closed) {
      threads.shutdown();
    }
  }

  private void pass(Socket source, Socket sink, AtomicBoolean appends, boolean toServer) {
    try (source;
        sink) {
      InputStream in = source.getInputStream();
      OutputStream out = sink.getOutputStream();
      byte[] buffer = new byte[1 << 16];
      for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
        String text = new String(buffer, 0, count, ISO_8859_1);
        if (toServer && text.contains(APPEND)) {
          appends.set(true);
        }
        boolean commits = text.contains("COMMIT") && appends.get();
        if (commits && toServer && cutsBefore) {
          cutsBefore = false;
          cuts.incrementAndGet();
          return;
        }
        if (commits && !toServer && cutsAfter) {
          cutsAfter = false;
          cuts.incrementAndGet();
          return;
        }
        if (commits && !toServer) {
          appends.set(false);
        }
        out.write(buffer, 0, count);
        out.flush();
      }
    } catch (IOException broken) {
      // The other side finds out.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    threads.shutdownNow();
  }
}
