package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret of a server: 256 random bits, from which all its encryption keys derive; and the older
 * secrets that it replaced, which decrypt what they have encrypted.
 *
 * <p>Each purpose has its own key, by HKDF with HMAC-SHA-256 (RFC 5869), so that one key reveals
 * nothing of another. {@link #toString} reveals nothing.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class ServerSecret {
  /** The environment variable that may hold the secret. */
  public static final String VARIABLE = "OFFER_ENGINE_SECRET";

  /** The most secrets of a list. */
  static final int MOST = 16;

  private static final int BYTES = 32;
  private static final int IDENTIFIER_BYTES = 4;
  private static final String HMAC = "HmacSHA256";
  private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]{64}");
  private static final Pattern BASE64 = Pattern.compile("[0-9A-Za-z+/]{43}=?");
  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] bytes;
  private final List<ServerSecret> older;
  private final byte[] templateHashKey;

  private ServerSecret(byte[] bytes) {
    this.bytes = bytes;
    this.older = List.of();
    this.templateHashKey = derive("template password hash");
  }

  private ServerSecret(byte[] bytes, List<ServerSecret> older, byte[] templateHashKey) {
    this.bytes = bytes;
    this.older = List.copyOf(older);
    this.templateHashKey = templateHashKey;
  }

  /** Returns the same secret with the hash key that a database stores. */
  ServerSecret withTemplateHashKey(byte[] key) {
    return new ServerSecret(bytes, older, key.clone());
  }

  /**
   * Returns the key of the hashes of templates: that of the database, or one that derives from the
   * secret. A new secret does not change the key of the database.
   */
  byte[] templateHashKey() {
    return templateHashKey.clone();
  }

  /** Returns this secret and the older ones, which only decrypt. */
  List<ServerSecret> all() {
    List<ServerSecret> all = new ArrayList<>(List.of(this));
    all.addAll(older);
    return all;
  }

  /** Returns a new random secret. */
  public static ServerSecret random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return new ServerSecret(bytes);
  }

  /**
   * Reads a list of secrets, each of 64 hexadecimal digits or of 32 bytes in base64, with commas or
   * white space between them. The first one encrypts, all decrypt.
   *
   * @param origin the source of the text, for the error
   * @throws UnusableSecretException if a secret is neither, or stands in the list twice, or if
   *     there are none or more than {@value #MOST}
   */
  public static ServerSecret parse(String text, String origin) {
    List<String> parts = Arrays.asList(text.strip().split("\\s*,\\s*|\\s+", MOST + 1));
    if (parts.size() > MOST) {
      throw new UnusableSecretException(
          origin + " holds more than " + MOST + " secrets; leave out the oldest ones");
    }
    List<ServerSecret> all = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      ServerSecret secret = new ServerSecret(bytes(parts.get(i), i + 1, parts.size(), origin));
      for (int earlier = 0; earlier < i; earlier++) {
        if (MessageDigest.isEqual(all.get(earlier).bytes, secret.bytes)) {
          throw new UnusableSecretException(
              "secrets %d and %d in %s are the same; leave one of them out"
                  .formatted(earlier + 1, i + 1, origin));
        }
      }
      all.add(secret);
    }
    ServerSecret first = all.get(0);
    return new ServerSecret(first.bytes, all.subList(1, all.size()), first.templateHashKey);
  }

  private static byte[] bytes(String digits, int number, int count, String origin) {
    if (HEX.matcher(digits).matches()) {
      return HexFormat.of().parseHex(digits);
    }
    if (BASE64.matcher(digits).matches()) {
      return Base64.getDecoder().decode(digits);
    }
    throw new UnusableSecretException(
        (count == 1 ? origin : "secret " + number + " of " + count + " in " + origin)
            + (count == 1 ? " must hold a secret of " : " must be ")
            + "64 hexadecimal digits, or "
            + (count == 1 ? "of " : "")
            + "32 bytes in base64, but "
            + (count == 1 ? "holds " : "has ")
            + (digits.isEmpty() ? "nothing" : digits.length() + " characters that are neither")
            + "; \"openssl rand -hex 32\" makes one");
  }

  /** Returns what a database stores to recognise this secret; it reveals nothing of the secret. */
  byte[] fingerprint() {
    return derive("fingerprint");
  }

  /** Returns 8 hexadecimal digits by which people tell secrets apart; they reveal nothing of it. */
  public String identifier() {
    return identifier(fingerprint());
  }

  /** Returns the identifier of the secret that has a fingerprint. */
  static String identifier(byte[] fingerprint) {
    return HexFormat.of().formatHex(fingerprint, 0, IDENTIFIER_BYTES);
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
