package io.offerengine.server.http.limit;

import io.offerengine.server.http.address.AddressBlock;

/**
 * The party to which requests are charged: a user, or the address of a request without a key. Users
 * make keys as they like, so all keys of a user are one client.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param identity the number of the user or the address
 */
public record Client(Object identity) {
  /** Returns the client of all requests that send a key of a user. */
  public static Client ofUser(long user) {
    return new Client(user);
  }

  /** Returns the client of all requests without a key from an address. */
  public static Client ofAddress(AddressBlock address) {
    return new Client(address);
  }
}
