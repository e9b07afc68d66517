package io.offerengine.bench.versions;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The class loader of one version: engine, benchmarks and libraries all come from the version's own
 * class path.
 *
 * <p>A version shares the JDK and {@link TimedVersion} with the driver, and nothing else. Public
 * classes of the engine may therefore move from one version to the next.
 */
public final class VersionLoader extends URLClassLoader {
  private static final String ENTRY = LoadedVersion.class.getName();

  private VersionLoader(URL[] classPath) {
    super(classPath, ClassLoader.getPlatformClassLoader());
  }

  /**
   * Loads a version over a market of its own.
   *
   * @param classPath the jar of its benchmarks; or several jars and folders, separated as in a
   *     class path
   * @param options those of {@link LoadedVersion}
   * @throws ClassNotFoundException if the class path has no benchmarks
   */
  public static TimedVersion load(String classPath, Map<String, String> options)
      throws ReflectiveOperationException, IOException {
    // Never closed: the classes are in use as long as the process.
    Class<?> entry = new VersionLoader(urls(classPath)).loadClass(ENTRY);
    return (TimedVersion) entry.getConstructor(Map.class).newInstance(options);
  }

  /** Returns whether a class path has the benchmarks of a version. */
  public static boolean holdsBenchmarks(String classPath) throws IOException {
    try (VersionLoader loader = new VersionLoader(urls(classPath))) {
      return loader.findResource(ENTRY.replace('.', '/') + ".class") != null;
    }
  }

  private static URL[] urls(String classPath) throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    return name.equals(TimedVersion.class.getName()) ? TimedVersion.class : super.findClass(name);
  }
}
