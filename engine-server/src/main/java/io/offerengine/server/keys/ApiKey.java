package io.offerengine.server.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/** API keys as texts. The service stores only their hashes and compares hashes in constant time. */
public final class ApiKey {
  /** The prefix of every key that this service makes, so that a leaked key is recognised. */
  static final String PREFIX = "oe_";

  private static final Pattern SENDABLE = Pattern.compile("[!-~]{1,512}");
  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private ApiKey() {}

  /** Returns 256 random bits as 43 characters that are valid in headers and URLs. */
  static String secret() {
    byte[] random = new byte[SECRET_BYTES];
    RANDOM.nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /**
   * Returns a ring with one key that opens everything.
   *
   * @param user the number of the key's owner
   * @throws IllegalArgumentException if no header can carry the key: it is empty, has more than 512
   *     characters, or has blanks or characters beyond ASCII
   */
  public static KeyRing ring(String key, long user) {
    if (!SENDABLE.matcher(key).matches()) {
      throw new IllegalArgumentException(
          "an API key has 1 to 512 characters of visible ASCII, without blanks");
    }
    byte[] hash = hash(key);
    Caller owner = Caller.administrator(user);
    return sent -> MessageDigest.isEqual(hash(sent), hash) ? owner : null;
  }

  /** Returns the SHA-256 hash of a key's or a secret's characters: the only form that is stored. */
  public static byte[] hash(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
