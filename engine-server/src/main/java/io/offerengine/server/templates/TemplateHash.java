package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The hash that identifies a template by its content.
 *
 * <p>The hash is SHA-256, cut to 128 bits, over the content and, if there is a password, a zero
 * byte and the HMAC of user and password. The content is JSON, so it has no zero byte. The HMAC
 * includes the user, so that nobody can guess another user's password by creating templates and
 * comparing hashes.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class TemplateHash {
  private static final int BYTES = 16;

  private final byte[] key;

  TemplateHash(ServerSecret secret) {
    this.key = secret.templateHashKey();
  }

  /** Returns 32 lower-case hexadecimal digits. A null password differs from every text. */
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
