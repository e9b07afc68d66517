package io.offerengine.server.http.limit;

import io.offerengine.server.http.address.AddressBlock;
import io.offerengine.server.keys.ApiKey;
import java.nio.ByteBuffer;

/**
 * The party to which requests are charged: an API key, or the address of a request without a key.
 *
 * <p>A key is represented by its hash, so that tables of clients hold no keys.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param identity the hash of the key or the address
 */
public record Client(Object identity) {
  /** Returns the client of all requests that send a key. */
  public static Client ofKey(String key) {
    return new Client(ByteBuffer.wrap(ApiKey.hash(key)));
  }

  /** Returns the client of all requests without a key from an address. */
  public static Client ofAddress(AddressBlock address) {
    return new Client(address);
  }
}
