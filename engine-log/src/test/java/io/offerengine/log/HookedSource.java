package io.offerengine.log;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The connections of a database, which run code of a test when they open or at a chosen commit. */
final class HookedSource {
  private final DataSource real;
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile String statement = "";
  private volatile @Nullable Action action;
  private volatile boolean isBefore;
  private volatile Hook opening = () -> {};

  /** Code of a test; what it throws is what the commit throws. */
  @FunctionalInterface
  interface Hook {
    void run() throws SQLException;
  }

  /** What happens to a connection at its commit. */
  private interface Action {
    void on(Connection committing) throws SQLException;
  }

  HookedSource(DataSource real) {
    this.real = real;
  }

  /**
   * Runs code once, after the next commit of a connection that uses a statement.
   *
   * @param text a part of the statement
   */
  void afterCommitOf(String text, Hook code) {
    at(text, committing -> code.run(), false);
  }

  /**
   * Closes the socket of the next connection that commits a statement, before or after it does.
   * Before, the commit then fails as the driver fails it.
   */
  void cutAtCommitOf(String text, boolean isBeforeCommit) {
    at(
        text,
        committing -> {
          cuts.incrementAndGet();
          committing.abort(Runnable::run);
          if (!isBeforeCommit) {
            throw new SQLException("the connection is cut", "08006");
          }
        },
        isBeforeCommit);
  }

  /** Runs code before each connection is opened, on the thread that opens it. */
  void beforeConnections(Hook code) {
    opening = code;
  }

  /** Returns how many connections were cut. */
  int cuts() {
    return cuts.get();
  }

  private void at(String text, Action next, boolean isBeforeCommit) {
    statement = text;
    isBefore = isBeforeCommit;
    action = next;
  }

  DataSource source() {
    return proxy(
        DataSource.class,
        (method, arguments) -> {
          if (method.getName().equals("getConnection")) {
            opening.run();
          }
          Object result = call(real, method, arguments);
          return result instanceof Connection connection ? hooked(connection) : result;
        });
  }

  private Connection hooked(Connection connection) {
    Set<String> used = ConcurrentHashMap.newKeySet();
    return proxy(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("prepareStatement")) {
            used.add(String.valueOf(arguments[0]));
          }
          boolean isCommit = method.getName().equals("commit");
          run(isCommit && isBefore, used, connection);
          Object result = call(connection, method, arguments);
          run(isCommit && !isBefore, used, connection);
          return result instanceof Statement plain && !(plain instanceof PreparedStatement)
              ? hooked(connection, plain, used)
              : result;
        });
  }

  /** SQLite commits by a statement. */
  private Statement hooked(Connection connection, Statement plain, Set<String> used) {
    return proxy(
        Statement.class,
        (method, arguments) -> {
          boolean isCommit = arguments != null && "COMMIT".equals(arguments[0]);
          run(isCommit && isBefore, used, connection);
          Object result = call(plain, method, arguments);
          run(isCommit && !isBefore, used, connection);
          return result;
        });
  }

  private void run(boolean isDue, Set<String> used, Connection committing) throws SQLException {
    Action now = action;
    if (isDue && now != null && used.stream().anyMatch(sql -> sql.contains(statement))) {
      action = null;
      now.on(committing);
    }
  }

  /** A call of a method. */
  private interface Call {
    @Nullable Object on(Method method, @Nullable Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            HookedSource.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call.on(method, arguments)));
  }

  private static @Nullable Object call(Object target, Method method, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
