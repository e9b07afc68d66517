package io.offerengine.server.http;

import io.offerengine.server.http.limit.FairBudget;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.server.Server;

/**
 * The memory that the HTTP server and its clients use, in bytes, and their connections.
 *
 * @param inFlight the bodies that arrive and the answers that clients have not read yet
 * @param inFlightLimit the limit of the bytes in flight
 * @param pooledDirect the server's buffers outside the heap, in use and free
 * @param pooledHeap the server's buffers on the heap, in use and free
 * @param direct all buffers of the process outside the heap, the server's included
 * @param connections the number of open connections
 * @param refusedConnections how many connections were closed since they were beyond a limit
 */
public record ServerMemory(
    long inFlight,
    long inFlightLimit,
    long pooledDirect,
    long pooledHeap,
    long direct,
    int connections,
    long refusedConnections) {
  /** Measures the memory now, of a server with a budget of bytes and connections as its beans. */
  static ServerMemory of(Server server) {
    FairBudget inFlight = server.getBean(FairBudget.class);
    ArrayByteBufferPool pool = (ArrayByteBufferPool) server.getByteBufferPool();
    Connections connections = server.getBean(Connections.class);
    long direct = 0;
    for (BufferPoolMXBean each : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      direct += each.getName().equals("direct") ? each.getMemoryUsed() : 0;
    }
    return new ServerMemory(
        inFlight.used(),
        inFlight.capacity(),
        pool.getDirectMemory(),
        pool.getHeapMemory(),
        direct,
        connections.open(),
        connections.refused());
  }
}
