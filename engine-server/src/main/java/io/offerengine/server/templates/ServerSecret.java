package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret of a server: 256 random bits, from which all its encryption keys derive.
 *
 * <p>Each purpose has its own key, by HKDF with HMAC-SHA-256 (RFC 5869), so that one key reveals
 * nothing of another. {@link #toString} reveals nothing.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class ServerSecret {
  /** The environment variable that may hold the secret. */
  public static final String VARIABLE = "OFFER_ENGINE_SECRET";

  private static final int BYTES = 32;
  private static final String HMAC = "HmacSHA256";
  private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]{64}");
  private static final Pattern BASE64 = Pattern.compile("[0-9A-Za-z+/]{43}=?");
  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] bytes;
  private final byte[] templateHashKey;

  private ServerSecret(byte[] bytes) {
    this.bytes = bytes;
    this.templateHashKey = derive("template password hash");
  }

  private ServerSecret(byte[] bytes, byte[] templateHashKey) {
    this.bytes = bytes;
    this.templateHashKey = templateHashKey;
  }

  /** Returns the same secret with the hash key that a database stores. */
  ServerSecret withTemplateHashKey(byte[] key) {
    return new ServerSecret(bytes, key.clone());
  }

  /**
   * Returns the key of the hashes of templates: that of the database, or one that derives from the
   * secret. A rotation of the secret does not change the key of the database.
   */
  byte[] templateHashKey() {
    return templateHashKey.clone();
  }

  /** Returns a new random secret. */
  public static ServerSecret random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return new ServerSecret(bytes);
  }

  /**
   * Reads a secret from 64 hexadecimal digits or from 32 bytes in base64.
   *
   * @param origin the source of the text, for the error
   * @throws UnusableSecretException if the text is neither
   */
  public static ServerSecret parse(String text, String origin) {
    String digits = text.strip();
    if (HEX.matcher(digits).matches()) {
      return new ServerSecret(HexFormat.of().parseHex(digits));
    }
    if (BASE64.matcher(digits).matches()) {
      return new ServerSecret(Base64.getDecoder().decode(digits));
    }
    throw new UnusableSecretException(
        origin
            + " must hold a secret of 64 hexadecimal digits, or of 32 bytes in base64, but holds "
            + (digits.isEmpty() ? "nothing" : digits.length() + " characters that are neither")
            + "; \"openssl rand -hex 32\" makes one");
  }

  /** Returns the secret as 64 hexadecimal digits, for its file only. */
  String toHex() {
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * Returns the key of 256 bits for a purpose.
   *
   * @param purpose a name in ASCII
   */
  byte[] derive(String purpose) {
    return hkdf(bytes, purpose.getBytes(US_ASCII));
  }

  /** Returns 32 bytes of HKDF without a salt. */
  static byte[] hkdf(byte[] input, byte[] info) {
    byte[] pseudorandomKey = hmac(new byte[BYTES], input);
    byte firstBlock = 1;
    return hmac(pseudorandomKey, info, new byte[] {firstBlock});
  }

  /** Returns the HMAC-SHA-256 of several byte arrays in a row. */
  static byte[] hmac(byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  @Override
  public String toString() {
    return "the server's secret";
  }
}
