package io.offerengine.server.http.address;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A block of network addresses that counts as one client: one IPv4 address, or a /64 network of
 * IPv6, the block that a provider gives to one customer.
 *
 * @param version 4 or 6; 0 if the peer has no IP address
 * @param prefix the IPv4 address, or the first 64 bits of the IPv6 address
 */
public record AddressBlock(int version, long prefix) {
  /** Returns the block of an address; all peers without an IP address (null) share one block. */
  public static AddressBlock of(@Nullable InetAddress address) {
    if (address == null) {
      return new AddressBlock(0, 0);
    }
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return address instanceof Inet4Address
        ? new AddressBlock(4, bytes.getInt())
        : new AddressBlock(6, bytes.getLong());
  }
}
