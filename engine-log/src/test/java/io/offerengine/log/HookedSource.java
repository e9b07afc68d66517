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
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The connections of a database, which run code of a test right after a chosen commit. */
final class HookedSource {
  private final DataSource real;
  private volatile String statement = "";
  private volatile @Nullable Hook hook;

  /** Code of a test; what it throws is what the commit throws. */
  @FunctionalInterface
  interface Hook {
    void run() throws SQLException;
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
    statement = text;
    hook = code;
  }

  DataSource source() {
    return proxy(
        DataSource.class,
        (method, arguments) -> {
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
          Object result = call(connection, method, arguments);
          if (method.getName().equals("commit")) {
            committed(used);
          }
          return result instanceof Statement plain && !(plain instanceof PreparedStatement)
              ? hooked(plain, used)
              : result;
        });
  }

  /** SQLite commits by a statement. */
  private Statement hooked(Statement plain, Set<String> used) {
    return proxy(
        Statement.class,
        (method, arguments) -> {
          Object result = call(plain, method, arguments);
          if (arguments != null && "COMMIT".equals(arguments[0])) {
            committed(used);
          }
          return result;
        });
  }

  private void committed(Set<String> used) throws SQLException {
    Hook now = hook;
    if (now != null && used.stream().anyMatch(sql -> sql.contains(statement))) {
      hook = null;
      now.run();
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
