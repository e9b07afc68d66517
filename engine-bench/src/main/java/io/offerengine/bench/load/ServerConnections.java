package io.offerengine.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Several connections to one server.
 *
 * <p><b>Threads.</b> Confined to one thread; each connection may be used by another one.
 */
final class ServerConnections implements Closeable {
  private final List<ServerConnection> all = new ArrayList<>();

  private ServerConnections() {}

  /** Connects. */
  static ServerConnections open(LoadTarget target, int number) throws IOException {
    ServerConnections opened = new ServerConnections();
    try {
      for (int i = 0; i < number; i++) {
        opened.all.add(ServerConnection.open(target));
      }
      return opened;
    } catch (IOException e) {
      opened.close();
      throw e;
    }
  }

  /** Returns the connections. */
  List<ServerConnection> all() {
    return List.copyOf(all);
  }

  @Override
  public void close() throws IOException {
    for (ServerConnection each : all) {
      each.close();
    }
  }
}
