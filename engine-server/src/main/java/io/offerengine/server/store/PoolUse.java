package io.offerengine.server.store;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;

/**
 * The connections of a pool.
 *
 * @param name the name of the pool
 * @param active how many connections are in use
 * @param idle how many are free
 * @param awaited how many threads wait for a connection
 * @param limit how many connections there may be
 */
public record PoolUse(String name, int active, int idle, int awaited, int limit) {
  static PoolUse of(HikariDataSource pool) {
    HikariPoolMXBean use = pool.getHikariPoolMXBean();
    return use == null
        ? new PoolUse(pool.getPoolName(), 0, 0, 0, pool.getMaximumPoolSize())
        : new PoolUse(
            pool.getPoolName(),
            use.getActiveConnections(),
            use.getIdleConnections(),
            use.getThreadsAwaitingConnection(),
            pool.getMaximumPoolSize());
  }
}
