package io.offerengine.bench.versions;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The class loader of one version: engine, benchmarks and libraries all come from the version's own
 * class path.
 *
 * <p>A version shares the JDK and {@link TimedVersion} with the driver, and nothing else. Public
 * classes of the engine may therefore move from one version to the next.
 */
final class VersionLoader extends URLClassLoader {
  private static final String ENTRY = LoadedVersion.class.getName();

  private VersionLoader(URL[] classPath) {
    super(classPath, ClassLoader.getPlatformClassLoader());
  }

  /**
   * Loads a version.
   *
   * @param classPath the jar of its benchmarks; or several jars and folders, separated as in a
   *     class path
   * @param offers number of offers of its market
   * @param updates the number of drawn updates to apply
   * @return the version, over a market of its own
   * @throws ClassNotFoundException if the class path has no benchmarks
   */
  static TimedVersion load(String classPath, int offers, long seed, int updates)
      throws ReflectiveOperationException, IOException {
    // Never closed: the classes are in use as long as the process.
    VersionLoader loader = new VersionLoader(urls(classPath));
    return (TimedVersion)
        loader
            .loadClass(ENTRY)
            .getConstructor(int.class, long.class, int.class)
            .newInstance(offers, seed, updates);
  }

  /** Returns whether a class path has the benchmarks of a version. */
  static boolean holdsBenchmarks(String classPath) throws IOException {
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
