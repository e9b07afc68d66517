package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The secret of a server: 256 random bits, from which all its keys derive; and the older secrets
 * that it replaced, which decrypt what they have encrypted. It encrypts the registry passwords of
 * templates and hashes templates.
 *
 * <p>Each purpose has its own key, by HKDF with HMAC-SHA-256 (RFC 5869), so that one key reveals
 * nothing of another. {@link #toString} reveals nothing.
 *
 * <p><b>Passwords.</b> They are encrypted with AES-256-GCM. A password is bound to its user and to
 * the hash of its template. If it is copied to another row, it can't be decrypted. The encrypted
 * form is a byte 1 for the format, a random nonce of 96 bits, the ciphertext, a tag of 128 bits. A
 * key may encrypt at most 2³² passwords with random nonces (NIST SP 800-38D, section 8.3).
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
  private static final byte FORM = 1;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int HASH_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] bytes;
  private final List<ServerSecret> older;
  private final byte[] templateHashKey;
  private final SecretKey passwordKey;

  /**
   * A password that was decrypted.
   *
   * @param isCurrent whether the first secret has encrypted it, and not an older one
   */
  record Decrypted(String password, boolean isCurrent) {
    @Override
    public String toString() {
      return "a password";
    }
  }

  private ServerSecret(byte[] bytes, List<ServerSecret> older, byte @Nullable [] templateHashKey) {
    this.bytes = bytes;
    this.older = List.copyOf(older);
    this.templateHashKey =
        templateHashKey == null ? derive("template password hash") : templateHashKey;
    this.passwordKey = new SecretKeySpec(derive("template password encryption"), "AES");
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
    return new ServerSecret(bytes, List.of(), null);
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
      byte[] bytes = bytes(parts.get(i), i + 1, parts.size(), origin);
      ServerSecret secret = new ServerSecret(bytes, List.of(), null);
      for (int earlier = 0; earlier < i; earlier++) {
        if (MessageDigest.isEqual(all.get(earlier).bytes, secret.bytes)) {
          throw new UnusableSecretException(
              "secrets %d and %d in %s are the same; leave one of them out"
                  .formatted(earlier + 1, i + 1, origin));
        }
      }
      all.add(secret);
    }
    return new ServerSecret(all.get(0).bytes, all.subList(1, all.size()), null);
  }

  private static byte[] bytes(String digits, int number, int count, String origin) {
    if (HEX.matcher(digits).matches()) {
      return HexFormat.of().parseHex(digits);
    }
    if (BASE64.matcher(digits).matches()) {
      return Base64.getDecoder().decode(digits);
    }
    String form =
        count == 1
            ? "%s must hold a secret of 64 hexadecimal digits, or of 32 bytes in base64, but holds"
            : "secret "
                + number
                + " of "
                + count
                + " in %s must be 64 hexadecimal digits, or 32"
                + " bytes in base64, but has";
    String found = digits.isEmpty() ? "nothing" : digits.length() + " characters that are neither";
    throw new UnusableSecretException(
        (form + " %s; \"openssl rand -hex 32\" makes one").formatted(origin, found));
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

  /**
   * Returns the hash that identifies a template by its content: 32 lower-case hexadecimal digits.
   *
   * <p>The hash is SHA-256, cut to 128 bits, over the content and, if there is a password, a zero
   * byte and the HMAC of user and password. The content is JSON, so it has no zero byte. The HMAC
   * includes the user, so that nobody can guess another user's password by creating templates and
   * comparing hashes.
   *
   * @param password null for none, which differs from every text
   */
  String templateHash(long user, byte[] content, @Nullable String password) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(content);
      if (password != null) {
        byte[] owner = ByteBuffer.allocate(Long.BYTES).putLong(user).array();
        digest.update((byte) 0);
        digest.update(hmac(templateHashKey, owner, password.getBytes(UTF_8)));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  /** Returns the encrypted form of a password. */
  byte[] encrypt(String password, long user, String hash) {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    try {
      byte[] ciphertext =
          cipher(Cipher.ENCRYPT_MODE, nonce, user, hash).doFinal(password.getBytes(UTF_8));
      return ByteBuffer.allocate(1 + NONCE_BYTES + ciphertext.length)
          .put(FORM)
          .put(nonce)
          .put(ciphertext)
          .array();
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  /**
   * Returns the password of an encrypted form; empty if the form was changed or moved, or if a
   * secret has encrypted it that is not in the list.
   */
  Optional<Decrypted> decrypt(byte[] encrypted, long user, String hash) {
    if (encrypted.length < 1 + NONCE_BYTES + TAG_BITS / Byte.SIZE || encrypted[0] != FORM) {
      return Optional.empty();
    }
    int start = 1 + NONCE_BYTES;
    byte[] nonce = Arrays.copyOfRange(encrypted, 1, start);
    List<ServerSecret> all = all();
    for (int i = 0; i < all.size(); i++) {
      try {
        byte[] text =
            all.get(i)
                .cipher(Cipher.DECRYPT_MODE, nonce, user, hash)
                .doFinal(encrypted, start, encrypted.length - start);
        return Optional.of(new Decrypted(new String(text, UTF_8), i == 0));
      } catch (AEADBadTagException byAnotherSecret) {
        // An older one may have encrypted it.
      } catch (GeneralSecurityException everyJdkHasIt) {
        throw new IllegalStateException(everyJdkHasIt);
      }
    }
    return Optional.empty();
  }

  private Cipher cipher(int mode, byte[] nonce, long user, String hash)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, passwordKey, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(ByteBuffer.allocate(Long.BYTES).putLong(user).array());
    cipher.updateAAD(hash.getBytes(US_ASCII));
    return cipher;
  }

  @Override
  public String toString() {
    return "the server's secret";
  }
}
