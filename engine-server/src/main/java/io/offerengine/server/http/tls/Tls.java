package io.offerengine.server.http.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS 1.2 and 1.3 by a pair of files, which is read again when a file changed.
 *
 * <p>New connections use the new pair; open connections keep theirs. A pair that can't be used
 * leaves the old one in force and is logged once.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class Tls {
  private static final Logger LOG = LoggerFactory.getLogger(Tls.class);

  private final TlsFiles files;
  private final Duration interval;
  private final SslContextFactory.Server context = new SslContextFactory.Server();

  /** What the files were when they were read last; only the check uses these two. */
  private List<String> seen;

  private @Nullable String problem;

  /**
   * Reads the files.
   *
   * @throws IOException if the pair can't be used
   */
  public Tls(TlsFiles files, Duration interval) throws IOException {
    this.files = files;
    this.interval = interval;
    this.seen = states();
    try {
      use(context, files.read());
    } catch (TlsFiles.UnusableException e) {
      throw new IOException(e.getMessage(), e);
    }
    context.setIncludeProtocols("TLSv1.2", "TLSv1.3");
    context.setRenegotiationAllowed(false);
  }

  /** Returns what decrypts connections for HTTP. */
  public SslConnectionFactory connections(String next) {
    return new SslConnectionFactory(context, next);
  }

  /** Reads the files again whenever they changed, until the scheduler stops. */
  public void watch(Scheduler scheduler) {
    scheduler.schedule(
        () -> {
          reloadIfChanged();
          watch(scheduler);
        },
        interval.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  private void reloadIfChanged() {
    List<String> now = states();
    // After a failure they are read every time: a change of permissions leaves time and size alone.
    if (now.equals(seen) && problem == null) {
      return;
    }
    seen = now;
    try {
      KeyStore store = files.read();
      tryOut(store);
      context.reload(same -> use(context, store));
      problem = null;
      LOG.info("New connections use the changed certificate {}", files.certificate());
    } catch (Exception e) {
      String message = String.valueOf(e.getMessage());
      if (!message.equals(problem)) {
        problem = message;
        LOG.warn("The earlier TLS certificate stays in force: {}", message);
      }
    }
  }

  /** Fails if a pair can't be used, since a failed reload would leave no pair in force. */
  private static void tryOut(KeyStore store) throws Exception {
    SslContextFactory.Server trial = new SslContextFactory.Server();
    use(trial, store);
    trial.start();
    trial.stop();
  }

  private static void use(SslContextFactory.Server context, KeyStore store) {
    context.setKeyStore(store);
    context.setKeyStorePassword("");
  }

  private List<String> states() {
    return List.of(state(files.certificate()), state(files.key()));
  }

  /** Returns a text that differs if a file was written or replaced. */
  private static String state(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return found.lastModifiedTime() + " " + found.size() + " " + found.fileKey();
    } catch (IOException e) {
      return "unreadable";
    }
  }
}
