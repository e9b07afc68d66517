package io.offerengine.server;

import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.tls.TlsFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of a service that speaks TLS. */
final class TlsOptions {
  private static final String CERTIFICATE = "--tls-certificate";
  private static final String KEY = "--tls-key";

  @Option(
      names = CERTIFICATE,
      paramLabel = "FILE",
      description = {
        "The certificate of the service in PEM, followed by those of its issuers; the service then"
            + " speaks TLS 1.2 and 1.3 only (default: none, plain HTTP).",
        "The files are read again when they change."
      })
  private @Nullable Path certificate;

  @Option(
      names = KEY,
      paramLabel = "FILE",
      description = "The private key of the certificate in PEM (PKCS #8), without a password.")
  private @Nullable Path key;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns whether the service speaks TLS. */
  boolean areGiven() {
    return certificate != null;
  }

  /**
   * Returns settings with the pair of files.
   *
   * @throws ParameterException if one of the options is missing, or if the pair can't be used
   */
  ServerSettings applyTo(ServerSettings settings) {
    if (certificate == null && key == null) {
      return settings;
    }
    if (certificate == null) {
      throw invalid(KEY, "it needs --tls-certificate FILE beside it");
    }
    if (key == null) {
      throw invalid(CERTIFICATE, "it needs --tls-key FILE beside it");
    }
    TlsFiles files = new TlsFiles(certificate, key);
    try {
      files.check();
    } catch (TlsFiles.UnusableException e) {
      throw invalid(e.isKey() ? KEY : CERTIFICATE, String.valueOf(e.getMessage()));
    }
    return settings.withTls(files);
  }

  private ParameterException invalid(String option, String problem) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + option + "': " + problem);
  }
}
