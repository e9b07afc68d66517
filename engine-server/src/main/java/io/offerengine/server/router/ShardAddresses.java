package io.offerengine.server.router;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The addresses of all replicas, by shard.
 *
 * @param shards at least one shard with at least one address each; each address ends without a
 *     slash and occurs once
 */
public record ShardAddresses(List<List<URI>> shards) {
  /**
   * Reads the addresses.
   *
   * @param shards for each shard the addresses of its replicas, separated by commas
   * @throws IllegalArgumentException if there is no shard, or if an address is malformed or occurs
   *     twice
   */
  public static ShardAddresses parse(List<String> shards) {
    if (shards.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no shard; name the replicas of each shard, such as"
              + " --shard http://a:8080,http://b:8080");
    }
    Set<URI> known = new HashSet<>();
    List<List<URI>> addresses = new ArrayList<>();
    for (String shard : shards) {
      List<URI> replicas = new ArrayList<>();
      for (String text : shard.split(",", -1)) {
        URI address = address(text.strip());
        if (!known.add(address)) {
          throw new IllegalArgumentException(address + " is named twice");
        }
        replicas.add(address);
      }
      addresses.add(List.copyOf(replicas));
    }
    return new ShardAddresses(List.copyOf(addresses));
  }

  /**
   * Returns the address of a member, always in the same form, without a slash at its end.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static URI address(String text) {
    URI uri;
    try {
      uri = URI.create(text);
    } catch (IllegalArgumentException e) {
      throw malformed(text);
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    String path = uri.getRawPath();
    boolean isPlain =
        (path == null || path.isEmpty() || path.equals("/"))
            && uri.getRawQuery() == null
            && uri.getRawFragment() == null
            && uri.getRawUserInfo() == null;
    if (!(scheme.equals("http") || scheme.equals("https")) || uri.getHost() == null || !isPlain) {
      throw malformed(text);
    }
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return URI.create(scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port);
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "an address is http://HOST:PORT or https://HOST:PORT, but got '" + text + "'");
  }
}
