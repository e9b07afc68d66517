package io.offerengine.server.http.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The two PEM files of a service that speaks TLS.
 *
 * <p><b>Threads.</b> Immutable. The files may change while they are read, so a pair is used only if
 * the key belongs to the certificate.
 *
 * @param certificate the service's certificate, followed by those of its issuers
 * @param key the certificate's private key in PKCS #8, without a password
 */
public record TlsFiles(Path certificate, Path key) {
  private static final long MAX_BYTES = 1 << 20;
  private static final String ENTRY = "service";
  private static final char[] NO_PASSWORD = {};

  private static final Pattern PRIVATE_KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  /** A file of the pair can't be used. The message names the file and the remedy, no content. */
  public static final class UnusableException extends Exception {
    private static final long serialVersionUID = 1;
    private final boolean isKey;

    private UnusableException(Path file, boolean isKey, String problem) {
      super(file + ": " + problem);
      this.isKey = isKey;
    }

    /** Returns whether the problem is in the file of the key. */
    public boolean isKey() {
      return isKey;
    }
  }

  /**
   * Reads both files.
   *
   * @throws UnusableException if a file can't be read, or if the two do not belong together
   */
  public KeyStore read() throws UnusableException {
    Certificate[] chain = readChain();
    PublicKey publicKey = chain[0].getPublicKey();
    PrivateKey privateKey = readKey(publicKey.getAlgorithm());
    try {
      if (!belongTogether(privateKey, publicKey)) {
        throw unusableKey("the key does not belong to the first certificate of " + certificate);
      }
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(ENTRY, privateKey, NO_PASSWORD, chain);
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw unusableCertificate(
          "the certificates are no chain; the service's own comes first, then each issuer");
    }
  }

  private Certificate[] readChain() throws UnusableException {
    byte[] text = bytes(certificate, false);
    try {
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(text))
              .toArray(Certificate[]::new);
      if (chain.length > 0) {
        return chain;
      }
    } catch (CertificateException e) {
      throw unusableCertificate("a certificate is malformed; they must be PEM");
    }
    throw unusableCertificate("there is no certificate in PEM (BEGIN CERTIFICATE)");
  }

  private PrivateKey readKey(String algorithm) throws UnusableException {
    Matcher found = PRIVATE_KEY.matcher(new String(bytes(key, true), US_ASCII));
    if (!found.find()) {
      throw unusableKey(
          "there is no private key in PKCS #8 without a password (BEGIN PRIVATE KEY); convert it:"
              + " openssl pkcs8 -topk8 -nodes -in OLD -out NEW");
    }
    try {
      byte[] encoded = Base64.getMimeDecoder().decode(found.group(1));
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw unusableKey(
          "the key is malformed, or is not of the kind of the certificate, " + algorithm);
    }
  }

  /** Returns whether the public key accepts what the private key signs. */
  private static boolean belongTogether(PrivateKey privateKey, PublicKey publicKey)
      throws GeneralSecurityException {
    String scheme =
        switch (publicKey.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> publicKey.getAlgorithm();
        };
    byte[] text = ENTRY.getBytes(US_ASCII);
    Signature signature = Signature.getInstance(scheme);
    signature.initSign(privateKey);
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(publicKey);
    signature.update(text);
    try {
      return signature.verify(signed);
    } catch (GeneralSecurityException ofAnotherSize) {
      return false;
    }
  }

  private static byte[] bytes(Path file, boolean isKey) throws UnusableException {
    try {
      if (Files.isRegularFile(file) && Files.size(file) > MAX_BYTES) {
        throw new UnusableException(file, isKey, "the file has more than 1 MiB; is it PEM?");
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new UnusableException(file, isKey, "no such file");
    } catch (AccessDeniedException e) {
      throw new UnusableException(
          file, isKey, "the file can't be read; allow the service's user to read it");
    } catch (IOException e) {
      throw new UnusableException(file, isKey, "the file can't be read: " + e.getMessage());
    }
  }

  private UnusableException unusableCertificate(String problem) {
    return new UnusableException(certificate, false, problem);
  }

  private UnusableException unusableKey(String problem) {
    return new UnusableException(key, true, problem);
  }
}
