package io.offerengine.server.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/**
 * The addresses that one client can have at once: one of IPv4, a /64 network of IPv6, since that is
 * what a single customer is given.
 *
 * @param version 4 or 6; 0 for a peer that has no such address
 * @param prefix the address, or its first 64 bits
 */
record AddressBlock(int version, long prefix) {
  /** Returns the block of a peer; those that have no address share one. */
  static AddressBlock of(SocketAddress peer) {
    InetAddress address = peer instanceof InetSocketAddress known ? known.getAddress() : null;
    if (address == null) {
      return new AddressBlock(0, 0);
    }
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return address instanceof Inet4Address
        ? new AddressBlock(4, bytes.getInt())
        : new AddressBlock(6, bytes.getLong());
  }
}
