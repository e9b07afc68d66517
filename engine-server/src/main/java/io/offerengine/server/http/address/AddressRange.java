package io.offerengine.server.http.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of IP addresses in CIDR notation, such as {@code 10.0.0.0/8} or {@code 2001:db8::/32}. An
 * address without a prefix length is a range of one address.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class AddressRange {
  private static final String FORM =
      "a range is an IP address, or one with a prefix length such as 10.0.0.0/8 or 2001:db8::/32";
  private static final Pattern V4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
  private static final Pattern V6 = Pattern.compile("[0-9A-Fa-f:.]{2,45}");
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,3}");

  private final byte[] network;
  private final int prefix;

  private AddressRange(byte[] network, int prefix) {
    this.network = network;
    this.prefix = prefix;
  }

  /**
   * Reads a range.
   *
   * @throws IllegalArgumentException if the text is no range, or if the address has bits beyond its
   *     prefix; the message says what is allowed
   */
  public static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    InetAddress address = address(slash < 0 ? text : text.substring(0, slash));
    if (address == null) {
      throw new IllegalArgumentException(FORM + ", but got '" + text + "'");
    }
    byte[] bytes = address.getAddress();
    int bits = bytes.length * Byte.SIZE;
    String length = slash < 0 ? Integer.toString(bits) : text.substring(slash + 1);
    int prefix = LENGTH.matcher(length).matches() ? Integer.parseInt(length) : -1;
    if (prefix < 0 || prefix > bits) {
      throw new IllegalArgumentException(
          "the prefix length of '" + text + "' is no number from 0 to " + bits);
    }
    byte[] network = masked(bytes, prefix);
    if (!Arrays.equals(bytes, network)) {
      throw new IllegalArgumentException(
          "the address of '%s' has bits beyond its prefix; clear them, or write /%s"
              .formatted(text, bits));
    }
    return new AddressRange(network, prefix);
  }

  /** Returns the address that a text denotes; null if the text is no IP address. Asks no DNS. */
  static @Nullable InetAddress address(String text) {
    try {
      if (V4.matcher(text).matches()) {
        return InetAddress.getByAddress(octets(text));
      }
      // The brackets keep the JDK from asking DNS for a name.
      boolean isV6 = text.indexOf(':') >= 0 && V6.matcher(text).matches();
      return isV6 ? InetAddress.getByName("[" + text + "]") : null;
    } catch (UnknownHostException | IllegalArgumentException e) {
      return null;
    }
  }

  private static byte[] octets(String text) {
    String[] parts = text.split("\\.", -1);
    byte[] octets = new byte[parts.length];
    for (int i = 0; i < parts.length; i++) {
      int octet = Integer.parseInt(parts[i]);
      if (octet > 0xFF) {
        throw new IllegalArgumentException(text);
      }
      octets[i] = (byte) octet;
    }
    return octets;
  }

  private static byte[] masked(byte[] address, int prefix) {
    byte[] masked = new byte[address.length];
    for (int i = 0; i < masked.length; i++) {
      int bits = Math.max(0, Math.min(Byte.SIZE, prefix - i * Byte.SIZE));
      masked[i] = (byte) (address[i] & (0xFF << (Byte.SIZE - bits)));
    }
    return masked;
  }

  /** Returns whether an address belongs to the range; never for an address of the other version. */
  boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    return bytes.length == network.length && Arrays.equals(masked(bytes, prefix), network);
  }
}
