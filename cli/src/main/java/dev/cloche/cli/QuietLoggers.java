package dev.cloche.cli;

import java.text.MessageFormat;
import java.util.Optional;
import java.util.ResourceBundle;

/**
 * Takes what the engine logs off standard error, which belongs to the guest. With the debug
 * property, warnings come back, with their stack traces.
 *
 * <p>Found by the Java platform as a service; it needs a public class and constructor.
 */
public final class QuietLoggers extends System.LoggerFinder {

  /** For the service loader only. */
  public QuietLoggers() {
    super();
  }

  @Override
  public System.Logger getLogger(String name, Module module) {
    return new Quiet(name, Boolean.getBoolean(Complaints.DEBUG));
  }

  private record Quiet(String name, boolean debug) implements System.Logger {

    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isLoggable(Level level) {
      return debug && level.getSeverity() >= Level.WARNING.getSeverity();
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      if (isLoggable(level)) {
        System.err.println(name + ": " + message);
        Optional.ofNullable(thrown).ifPresent(Throwable::printStackTrace);
      }
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
      if (isLoggable(level)) {
        System.err.println(name + ": " + MessageFormat.format(format, parameters));
      }
    }
  }
}
