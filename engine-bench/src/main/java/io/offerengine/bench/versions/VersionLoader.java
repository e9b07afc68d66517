package io.offerengine.bench.versions;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * Loads one version of the engine: its classes from where it lies, those of the benchmarks anew
 * from where this one is, and everything else once for all versions.
 */
final class VersionLoader extends URLClassLoader {
  private static final String OURS = "io.offerengine.";
  private static final String ENGINE = OURS + "OfferEngine";

  private VersionLoader(URL[] places) {
    super(places, VersionLoader.class.getClassLoader());
  }

  /**
   * Loads a version.
   *
   * @param engine the jar or the folder of its classes
   * @return the version, over a market of its own
   * @throws ClassNotFoundException if there is no engine
   */
  static TimedVersion load(Path engine, int offers, long seed, int updates)
      throws ReflectiveOperationException, IOException {
    URL here = VersionLoader.class.getProtectionDomain().getCodeSource().getLocation();
    URL[] places = {engine.toUri().toURL(), here};
    // Never closed: its classes are in use as long as the process.
    VersionLoader loader = new VersionLoader(places);
    if (!holdsEngine(engine)) {
      throw new ClassNotFoundException(ENGINE);
    }
    return (TimedVersion)
        loader
            .loadClass(LoadedVersion.class.getName())
            .getConstructor(int.class, long.class, int.class)
            .newInstance(offers, seed, updates);
  }

  /** Returns whether a jar or folder has the classes of an engine, not of anything else. */
  static boolean holdsEngine(Path place) throws IOException {
    URL[] only = {place.toUri().toURL()};
    try (URLClassLoader alone = new URLClassLoader(only, null)) {
      return alone.findResource(ENGINE.replace('.', '/') + ".class") != null;
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    boolean isShared = !name.startsWith(OURS) || name.equals(TimedVersion.class.getName());
    if (isShared) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? findClass(name) : known;
    }
  }
}
