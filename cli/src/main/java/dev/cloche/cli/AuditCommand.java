package dev.cloche.cli;

import dev.cloche.audit.AuditKey;
import dev.cloche.audit.AuditVerifier;
import dev.cloche.audit.Verification;
import dev.cloche.policy.Count;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche audit}: verifies the chain of an audit log, and shows what it tells. */
final class AuditCommand implements Command {

  /** What {@code verify} ends with where a record is broken, as {@code cmp} and {@code grep} do. */
  static final int BROKEN = 1;

  private static final String VERIFY = "verify";
  private static final String SHOW = "show";
  private static final String KEY = "--key";
  private static final String EXPECT = "--expect";
  private static final String COUNT = "--count";
  private static final String AFTER = "--after";
  private static final String SESSION = "--session";
  private static final String HTML = "--html";

  private final Host host;

  AuditCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    return Parser.command(
            "audit",
            "cloche audit verify|show [OPTION...] FILE...",
            "Verifies the chain of an audit log, or shows what it tells.",
            "Give all files of a log, oldest first: audit.jsonl.* audit.jsonl.",
            "Ends with status 1 if a record is broken.")
        .addPositional(Parser.optional("verify|show", "What to do."))
        .addPositional(Parser.rest("FILE", "The files of one log, oldest first."))
        .addOption(Options.value(KEY, "FILE", "The key of a keyed log."))
        .addOption(Options.value(EXPECT, "DIGEST", "What the last record's digest must be."))
        .addOption(Options.value(COUNT, "N", "How many records the log must have."))
        .addOption(
            Options.value(AFTER, "DIGEST", "The digest before the first record that is given."))
        .addOption(Options.value(SESSION, "ID", "With show: this session alone."))
        .addOption(Options.value(HTML, "FILE", "With show: writes a report to this new file."))
        .addOption(Options.flag(Options.JSON, "Prints one JSON object for each line of output."));
  }

  @Override
  public int run(Arguments arguments) throws IOException {
    String what = arguments.matchedPositionalValue(0, "");
    return switch (what) {
      case VERIFY -> verify(arguments);
      case SHOW -> show(arguments);
      case "" -> throw new UsageException("audit needs verify or show, and the files of a log");
      default -> throw UsageErrors.unknown("argument", what, List.of(VERIFY, SHOW), "cloche audit");
    };
  }

  private int verify(Arguments arguments) throws IOException {
    for (String option : List.of(SESSION, HTML)) {
      if (arguments.hasMatchedOption(option)) {
        throw new UsageException(option + " goes with show, not with verify");
      }
    }
    List<Path> files = files(arguments);
    Verification result = read(arguments, files, (item, verified) -> {});
    if (arguments.hasMatchedOption(Options.JSON)) {
      AuditJson.verification(result, files, host.streams().out());
    } else {
      PrintWriter out = host.streams().outWriter();
      AuditText.verification(result, files).forEach(out::println);
      out.flush();
    }
    return status(result);
  }

  private int show(Arguments arguments) throws IOException {
    List<Path> files = files(arguments);
    Optional<String> session = Options.given(arguments, SESSION);
    Optional<String> html = Options.given(arguments, HTML);
    AuditStory story = new AuditStory();
    AuditOutput output = output(arguments, html.isPresent(), story);
    Verification result =
        read(
            arguments,
            files,
            (item, verified) -> {
              if (session.isEmpty() || session.get().equals(item.session())) {
                output.record(item, verified);
              }
            });
    output.end(result, files);
    if (html.isPresent()) {
      write(path(html.get()), AuditHtml.page(story, result, files));
    }
    return status(result);
  }

  private AuditOutput output(Arguments arguments, boolean html, AuditStory story)
      throws IOException {
    if (html) {
      return story;
    }
    return arguments.hasMatchedOption(Options.JSON)
        ? new AuditJson(host.streams().out())
        : new AuditText(host.streams().outWriter());
  }

  private static int status(Verification result) {
    return result.intact() ? ExitStatus.OK : BROKEN;
  }

  private static Verification read(
      Arguments arguments, List<Path> files, AuditVerifier.Reader reader) {
    AuditVerifier verifier = AuditVerifier.create();
    Options.given(arguments, KEY).map(AuditCommand::key).ifPresent(verifier::key);
    Options.given(arguments, EXPECT).ifPresent(verifier::expectLast);
    Options.given(arguments, AFTER).ifPresent(verifier::after);
    Options.given(arguments, COUNT).map(AuditCommand::count).ifPresent(verifier::expectCount);
    try {
      return verifier.verify(files, reader);
    } catch (IOException e) {
      throw new UsageException("an audit file cannot be read; check names and permissions");
    }
  }

  private static AuditKey key(String file) {
    try {
      return AuditKey.read(path(file));
    } catch (IOException e) {
      throw new UsageException(
          KEY
              + " cannot be used: it must be a file of 32 to 4096 bytes that only its owner reads"
              + " and writes");
    }
  }

  private static long count(String given) {
    try {
      return Count.parse(given);
    } catch (IllegalArgumentException e) {
      throw new UsageException(COUNT + " " + e.getMessage());
    }
  }

  private static List<Path> files(Arguments arguments) {
    List<String> given = arguments.matchedPositionalValue(1, List.<String>of());
    if (given.isEmpty()) {
      throw new UsageException("audit needs the files of a log, oldest first");
    }
    return given.stream().map(AuditCommand::path).toList();
  }

  private static Path path(String given) {
    try {
      return Path.of(given);
    } catch (InvalidPathException e) {
      throw new UsageException(Printable.quote(given) + " is no path");
    }
  }

  private static void write(Path file, String page) {
    try {
      Path ignored =
          Files.writeString(file, page, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw new UsageException(
          HTML + " " + Printable.quote(file.toString()) + " cannot be written; name a new file");
    }
  }
}
