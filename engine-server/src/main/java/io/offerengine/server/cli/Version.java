package io.offerengine.server.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** The build of the service: the version in the jar's manifest, and the commit in a file. */
public final class Version implements IVersionProvider {
  /**
   * The file with the commit; missing if the sources were in no Git repository, or if nothing was
   * packaged.
   */
  private static final String COMMIT_FILE = "/io/offerengine/server/commit.properties";

  private static final String COMMIT = "git.commit.id.describe";

  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }

  /** Returns the line that {@code --version} prints. */
  public static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    try (InputStream in = Version.class.getResourceAsStream(COMMIT_FILE)) {
      return describe(version, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the line that {@code --version} prints.
   *
   * @param version null if the classes are not in a jar
   * @param commitFile the properties that the build wrote; null if there are none
   */
  public static String describe(@Nullable String version, @Nullable InputStream commitFile)
      throws IOException {
    Properties properties = new Properties();
    if (commitFile != null) {
      properties.load(commitFile);
    }
    return "Offer Engine "
        + (version == null ? "(not packaged)" : version)
        + ", commit "
        + properties.getProperty(COMMIT, "unknown");
  }
}
