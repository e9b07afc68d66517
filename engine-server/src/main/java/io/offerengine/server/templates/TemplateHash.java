package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The hash that names a template by what it holds.
 *
 * <p>SHA-256 over the content and, where there is a password, a zero byte and the HMAC of the user
 * and the password; cut to 128 bits. The content, being JSON, has no zero byte. The user is in it
 * so that nobody can try passwords by making templates and comparing their hashes with those of
 * others.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class TemplateHash {
  private static final int BYTES = 16;

  private final byte[] key;

  TemplateHash(ServerSecret secret) {
    this.key = secret.derive("template password hash");
  }

  /** Returns 32 lower-case hexadecimal digits; a null password is another one than any text. */
  String of(long user, byte[] content, @Nullable String password) {
    MessageDigest digest = sha256();
    digest.update(content);
    if (password != null) {
      byte[] owner = ByteBuffer.allocate(Long.BYTES).putLong(user).array();
      digest.update((byte) 0);
      digest.update(ServerSecret.hmac(key, owner, password.getBytes(UTF_8)));
    }
    return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
