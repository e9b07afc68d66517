package io.offerengine.server.http.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * The proxies whose word about their clients' addresses is taken.
 *
 * <p>If a request comes from a trusted proxy, its headers {@code Forwarded} and {@code
 * X-Forwarded-For} are read from the right: the client is the first address that is no trusted
 * proxy's. Whatever stands further left was written by the client and is ignored. If the headers
 * name no address where one is needed, the client is the proxy that was reached last. If both
 * headers are sent and name different clients, the client wrote one of them, and the client is the
 * peer. From other peers the headers are ignored.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class TrustedProxies {
  private final List<AddressRange> ranges;

  /** Trusts the proxies of some ranges of addresses; none if there is no range. */
  public TrustedProxies(List<AddressRange> ranges) {
    this.ranges = List.copyOf(ranges);
  }

  /**
   * Returns the address of the client of a request.
   *
   * @param address the address of the other end of the connection; null if it has none
   * @return null if the other end has no IP address
   */
  public @Nullable InetAddress client(@Nullable InetAddress address, HttpFields headers) {
    if (address == null || !isTrusted(address)) {
      return address;
    }
    List<String> elements = headers.getValuesList(HttpHeader.FORWARDED);
    List<String> list = headers.getValuesList(HttpHeader.X_FORWARDED_FOR);
    InetAddress byElements = walk(address, ForwardedNodes.ofElements(elements));
    InetAddress byList = walk(address, ForwardedNodes.ofList(list));
    if (elements.isEmpty() || list.isEmpty()) {
      return elements.isEmpty() ? byList : byElements;
    }
    return byElements.equals(byList) ? byList : address;
  }

  private InetAddress walk(InetAddress peer, List<Optional<InetAddress>> nodes) {
    InetAddress reached = peer;
    for (int i = nodes.size() - 1; i >= 0 && isTrusted(reached); i--) {
      Optional<InetAddress> node = nodes.get(i);
      if (node.isEmpty()) {
        break;
      }
      reached = node.get();
    }
    return reached;
  }

  /** Returns the IP address of the other end of a connection; null if it has none. */
  public static @Nullable InetAddress address(SocketAddress peer) {
    return peer instanceof InetSocketAddress known ? known.getAddress() : null;
  }

  /** Returns whether an address is that of a trusted proxy; false for null. */
  public boolean isTrusted(@Nullable InetAddress address) {
    return address != null && ranges.stream().anyMatch(range -> range.contains(address));
  }
}
