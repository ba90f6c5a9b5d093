package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.cloche.CodeCacheReport;
import dev.cloche.policy.ByteSize;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche cache}: the compiled modules that are kept on disk. */
final class CacheCommand implements Command {

  private static final String CLEAR = "clear";

  private final Host host;
  private final Optional<Path> chosen;

  CacheCommand(Host host) {
    this(host, EngineFactory.codeCache());
  }

  /** Makes one for a cache of the caller's, if there is one. */
  CacheCommand(Host host, Optional<Path> directory) {
    this.host = host;
    this.chosen = directory;
  }

  @Override
  public CommandSpec spec() {
    return Parser.command(
            "cache",
            "cloche cache [--json] [clear]",
            "Shows what the cache of compiled modules holds, or clears it.")
        .addPositional(Parser.optional(CLEAR, "Deletes all entries first."))
        .addOption(Options.json());
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    Path directory =
        chosen.orElseThrow(
            () -> new UsageException("there is no cache: neither HOME nor CLOCHE_CACHE is set"));
    boolean clear = clears(arguments.matchedPositionalValue(0, ""));
    CodeCacheReport cleared = new CodeCacheReport(0, 0);
    CodeCacheReport now;
    try {
      if (clear) {
        cleared = CodeCacheReport.clear(directory);
      }
      now = CodeCacheReport.of(directory);
    } catch (IOException e) {
      throw new UsageException("the cache in " + shown(directory) + " cannot be read or changed");
    }
    if (arguments.hasMatchedOption(Options.JSON)) {
      writeJson(directory, cleared, now);
    } else {
      print(directory, clear ? Optional.of(cleared) : Optional.empty(), now);
    }
    return ExitStatus.OK;
  }

  private static boolean clears(String what) {
    if (what.isEmpty()) {
      return false;
    }
    if (!what.equals(CLEAR)) {
      throw UsageErrors.unknown("argument", what, List.of(CLEAR), "cloche cache");
    }
    return true;
  }

  private void print(Path directory, Optional<CodeCacheReport> cleared, CodeCacheReport now) {
    PrintWriter out = host.streams().outWriter();
    cleared.ifPresent(
        gone -> out.printf("cleared %d entries, %d bytes%n", gone.entries(), gone.bytes()));
    out.printf(
        "%d entries, %d bytes of at most %s, in %s%n",
        now.entries(), now.bytes(), ByteSize.format(CodeCacheReport.MAX_BYTES), shown(directory));
    out.flush();
  }

  private void writeJson(Path directory, CodeCacheReport cleared, CodeCacheReport now)
      throws IOException {
    JsonGenerator json = OutcomeJson.generator(host.streams().out());
    json.writeStartObject();
    json.writeStringField("directory", shown(directory));
    json.writeNumberField("entries", now.entries());
    json.writeNumberField("bytes", now.bytes());
    json.writeNumberField("maxBytes", CodeCacheReport.MAX_BYTES);
    json.writeNumberField("clearedEntries", cleared.entries());
    json.writeNumberField("clearedBytes", cleared.bytes());
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  /** With the home directory as {@code ~}: where it lies is nobody's business in a log. */
  private static String shown(Path directory) {
    @Nullable String home = System.getenv("HOME");
    if (home != null && !home.isEmpty() && directory.startsWith(home)) {
      return Printable.line("~/" + Path.of(home).relativize(directory));
    }
    return Printable.line(directory.toString());
  }
}
