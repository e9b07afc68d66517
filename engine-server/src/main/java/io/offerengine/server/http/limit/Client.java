package io.offerengine.server.http.limit;

import java.net.InetAddress;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The party to which requests are charged: a user, or the address of a request without a key. Users
 * make keys as they like, so all keys of a user are one client. An address is one IPv4 address, or
 * a /64 network of IPv6, the block that a provider gives to one customer.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param identity the number of the user, or the bytes of the address in hexadecimal
 */
public record Client(Object identity) {
  private static final int NETWORK_BYTES = 8;

  /** Returns the client of all requests that send a key of a user. */
  public static Client ofUser(long user) {
    return new Client(user);
  }

  /**
   * Returns the client of all requests without a key from an address; all peers without an IP
   * address (null) are one.
   */
  public static Client ofAddress(@Nullable InetAddress address) {
    byte[] bytes = address == null ? new byte[0] : address.getAddress();
    return new Client(HexFormat.of().formatHex(bytes, 0, Math.min(NETWORK_BYTES, bytes.length)));
  }
}
