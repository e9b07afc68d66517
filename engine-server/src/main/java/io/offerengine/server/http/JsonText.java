package io.offerengine.server.http;

/** Writes texts as JSON strings, for the few small bodies that the service writes itself. */
public final class JsonText {
  private JsonText() {}

  /** Returns a text as a JSON string with its quotes. */
  public static String quote(String text) {
    StringBuilder json = new StringBuilder(text.length() + 16).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
