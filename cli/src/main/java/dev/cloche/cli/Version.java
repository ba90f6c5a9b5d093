package dev.cloche.cli;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Properties;

/** Tells the version of this build and of the Java it runs on. */
final class Version {

  private static final String RESOURCE = "version.properties";

  private Version() {}

  /**
   * Returns both in one line.
   *
   * @throws IOException if the build is incomplete
   */
  static String line() throws IOException {
    return "cloche " + ofBuild() + " (Java " + Runtime.version() + ")";
  }

  /**
   * Returns that of this build.
   *
   * @throws IOException if the build is incomplete
   */
  static String ofBuild() throws IOException {
    return properties().getProperty("version");
  }

  /**
   * Returns the time that this build has for its own: that of its sources, not of the compiler.
   *
   * @throws IOException if the build is incomplete
   */
  static Instant timeOfBuild() throws IOException {
    return Instant.parse(properties().getProperty("time"));
  }

  private static Properties properties() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      properties.load(in);
    }
    return properties;
  }
}
