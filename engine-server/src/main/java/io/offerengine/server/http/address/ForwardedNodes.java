package io.offerengine.server.http.address;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reader of the headers in which proxies name whom they forward: {@code Forwarded} (RFC 7239)
 * and {@code X-Forwarded-For}.
 *
 * <p>Each header gives a list of nodes, the latest proxy's last. A node is empty if the header
 * names no IP address there: an element without {@code for}, {@code unknown}, a hidden name such as
 * {@code _gate}, or a malformed element. A malformed line of {@code Forwarded} is one empty node.
 *
 * <p><b>Cost.</b> Linear in the length of the header.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class ForwardedNodes {
  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private final String line;
  private int next;

  private ForwardedNodes(String line) {
    this.line = line;
  }

  /** Returns the nodes of the lines of {@code X-Forwarded-For}. Ports are ignored. */
  static List<Optional<InetAddress>> ofList(List<String> lines) {
    List<Optional<InetAddress>> nodes = new ArrayList<>();
    for (String line : lines) {
      for (String node : line.split(",", -1)) {
        String text = node.strip();
        InetAddress bare = AddressRange.address(text);
        nodes.add(bare == null ? withPort(text) : Optional.of(bare));
      }
    }
    return nodes;
  }

  /** Returns the nodes of the lines of {@code Forwarded}. Ports are ignored. */
  static List<Optional<InetAddress>> ofElements(List<String> lines) {
    List<Optional<InetAddress>> nodes = new ArrayList<>();
    for (String line : lines) {
      List<Optional<InetAddress>> read = new ForwardedNodes(line).elements();
      nodes.addAll(read == null ? List.of(Optional.empty()) : read);
    }
    return nodes;
  }

  /** Returns the node of an address with a port, or of an IPv6 address in brackets. */
  private static Optional<InetAddress> withPort(String node) {
    int colon = node.lastIndexOf(':');
    boolean hasPort = colon > node.lastIndexOf(']');
    String host = hasPort ? node.substring(0, colon) : node;
    if (hasPort && !node.substring(colon + 1).matches("[0-9]{1,5}")) {
      return Optional.empty();
    }
    if (host.startsWith("[") && host.endsWith("]")) {
      String inner = host.substring(1, host.length() - 1);
      return inner.indexOf(':') < 0
          ? Optional.empty()
          : Optional.ofNullable(AddressRange.address(inner));
    }
    return host.indexOf(':') < 0
        ? Optional.ofNullable(AddressRange.address(host))
        : Optional.empty();
  }

  /** Returns the nodes of a line; null if the line is malformed. */
  private @Nullable List<Optional<InetAddress>> elements() {
    List<Optional<InetAddress>> nodes = new ArrayList<>();
    do {
      String node = "";
      boolean isNamed = false;
      do {
        skipBlanks();
        String name = token().toLowerCase(Locale.ROOT);
        if (name.isEmpty()) {
          continue;
        }
        String value = skip('=') ? value() : null;
        if (value == null || (isNamed && name.equals("for"))) {
          return null;
        }
        if (name.equals("for")) {
          node = value;
          isNamed = true;
        }
        skipBlanks();
      } while (skip(';'));
      nodes.add(withPort(node));
    } while (skip(','));
    return next == line.length() ? nodes : null;
  }

  private String token() {
    int start = next;
    while (next < line.length() && isOfToken(line.charAt(next))) {
      next++;
    }
    return line.substring(start, next);
  }

  /** Returns a token or the content of a quoted string; null if there is neither. */
  private @Nullable String value() {
    if (!skip('"')) {
      String token = token();
      return token.isEmpty() ? null : token;
    }
    StringBuilder text = new StringBuilder();
    while (next < line.length()) {
      char c = line.charAt(next++);
      if (c == '"') {
        return text.toString();
      }
      if (c == '\\') {
        if (next == line.length()) {
          return null;
        }
        c = line.charAt(next++);
      }
      text.append(c);
    }
    return null;
  }

  private boolean skip(char wanted) {
    boolean isThere = next < line.length() && line.charAt(next) == wanted;
    next += isThere ? 1 : 0;
    return isThere;
  }

  private void skipBlanks() {
    while (skip(' ') || skip('\t')) {
      // Skipped.
    }
  }

  private static boolean isOfToken(char c) {
    boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return isLetter || (c >= '0' && c <= '9') || TOKEN_MARKS.indexOf(c) >= 0;
  }
}
