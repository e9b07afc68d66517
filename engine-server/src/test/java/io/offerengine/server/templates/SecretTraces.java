package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Searches output for a secret: in clear text, whole or half of it, in base64 at any offset, in
 * hexadecimal digits, and as a printed array of bytes.
 */
public final class SecretTraces {
  private final Set<String> forms = new LinkedHashSet<>();

  /** Creates a search for a secret in ASCII of at least 16 characters. */
  public SecretTraces(String secret) {
    int half = secret.length() / 2;
    for (String part : Set.of(secret.substring(0, half), secret.substring(half))) {
      byte[] bytes = part.getBytes(UTF_8);
      forms.add(part);
      forms.add(new String(part.getBytes(UTF_16LE), ISO_8859_1));
      forms.add(HexFormat.of().formatHex(bytes));
      forms.add(HexFormat.of().withUpperCase().formatHex(bytes));
      forms.add(HexFormat.ofDelimiter(" ").formatHex(bytes));
      String printed = java.util.Arrays.toString(bytes);
      forms.add(printed.substring(1, printed.length() - 1));
    }
    for (int offset = 0; offset < 3; offset++) {
      String encoded =
          Base64.getEncoder().encodeToString(("x".repeat(offset) + secret).getBytes(UTF_8));
      // The first and last characters depend on what stands before and behind the secret.
      String middle = encoded.substring(4, encoded.length() - 4);
      forms.add(middle);
      forms.add(middle.replace('+', '-').replace('/', '_'));
    }
  }

  /** Checks that there is no trace in some bytes. */
  public void assertNoneIn(String what, byte[] bytes) {
    String text = new String(bytes, ISO_8859_1);
    for (String form : forms) {
      int at = text.indexOf(form);
      String found =
          at < 0 ? "" : text.substring(Math.max(0, at - 300), Math.min(text.length(), at + 300));
      assertThat(at).as("%s holds %s: %s", what, form, found).isNegative();
    }
  }

  /** Checks that there is no trace in a text. */
  public void assertNoneIn(String what, String text) {
    assertNoneIn(what, text.getBytes(UTF_8));
  }
}
