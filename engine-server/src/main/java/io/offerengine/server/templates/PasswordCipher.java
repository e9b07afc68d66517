package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts registry passwords for the database with AES-256-GCM.
 *
 * <p>A password is bound to its user and to the hash of its template. If it is copied to another
 * row, it can't be decrypted.
 *
 * <p><b>Layout.</b> A byte 1 for the format, a random nonce of 96 bits, the ciphertext, a tag of
 * 128 bits. A key may encrypt at most 2³² passwords with random nonces (NIST SP 800-38D, section
 * 8.3).
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class PasswordCipher {
  private static final byte FORM = 1;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The key that encrypts, and behind it those of older secrets. */
  private final List<SecretKey> keys;

  PasswordCipher(ServerSecret secret) {
    this.keys = secret.all().stream().map(PasswordCipher::key).toList();
  }

  private static SecretKey key(ServerSecret secret) {
    return new SecretKeySpec(secret.derive("template password encryption"), "AES");
  }

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

  /** Returns the encrypted form of a password. */
  byte[] encrypt(String password, long user, String hash) {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    try {
      byte[] ciphertext =
          cipher(Cipher.ENCRYPT_MODE, keys.get(0), nonce, user, hash)
              .doFinal(password.getBytes(UTF_8));
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
   * Returns the password of an encrypted form.
   *
   * @throws EngineException of {@link ErrorCode#INTERNAL_ERROR} if the form was changed or moved,
   *     or if a secret has encrypted it that is not here
   */
  String decrypt(byte[] encrypted, long user, String hash) {
    return decrypted(encrypted, user, hash)
        .map(Decrypted::password)
        .orElseThrow(PasswordCipher::damaged);
  }

  /** Returns the password of an encrypted form; empty if no secret decrypts it. */
  Optional<Decrypted> decrypted(byte[] encrypted, long user, String hash) {
    ByteBuffer in = ByteBuffer.wrap(encrypted);
    if (encrypted.length < 1 + NONCE_BYTES + TAG_BITS / Byte.SIZE || in.get() != FORM) {
      return Optional.empty();
    }
    byte[] nonce = new byte[NONCE_BYTES];
    in.get(nonce);
    byte[] ciphertext = new byte[in.remaining()];
    in.get(ciphertext);
    for (int i = 0; i < keys.size(); i++) {
      try {
        byte[] text =
            cipher(Cipher.DECRYPT_MODE, keys.get(i), nonce, user, hash).doFinal(ciphertext);
        return Optional.of(new Decrypted(new String(text, UTF_8), i == 0));
      } catch (AEADBadTagException byAnotherSecret) {
        // An older one may have encrypted it.
      } catch (GeneralSecurityException everyJdkHasIt) {
        throw new IllegalStateException(everyJdkHasIt);
      }
    }
    return Optional.empty();
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] nonce, long user, String hash)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(ByteBuffer.allocate(Long.BYTES).putLong(user).array());
    cipher.updateAAD(hash.getBytes(US_ASCII));
    return cipher;
  }

  private static EngineException damaged() {
    return new EngineException(
        ErrorCode.INTERNAL_ERROR,
        ErrorCode.INTERNAL_ERROR
            + ": the template's docker_login_pass is damaged in the database; edit the template"
            + " with the password to store it anew");
  }
}
