package dev.cloche.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Tells the version of this build and of the Java it runs on. */
final class Version implements IVersionProvider {

  private static final String RESOURCE = "version.properties";

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {"cloche " + ofBuild() + " (Java " + Runtime.version() + ")"};
  }

  private static String ofBuild() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      properties.load(in);
    }
    return properties.getProperty("version");
  }
}
