package dev.cloche.cli;

import dev.cloche.cli.serve.HttpSettings;
import dev.cloche.policy.PolicyException;
import dev.cloche.policy.PolicySource;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/** The options of {@code cloche serve} that are about HTTP. */
final class ServeHttp {

  static final String HTTP = "--http";
  private static final String TOKEN_FILE = "--token-file";
  private static final String ALLOWED_HOST = "--allowed-host";
  private static final String ALLOWED_ORIGIN = "--allowed-origin";

  /** A token in the environment is not on the command line, which all users of a machine see. */
  private static final String TOKEN = "CLOCHE_MCP_TOKEN";

  private static final int MAX_TOKEN_BYTES = 4_096;

  private static final Pattern ADDRESS =
      Pattern.compile("(localhost|[0-9.]+|\\[[0-9A-Fa-f:.]+\\]):([0-9]{1,5})");

  private ServeHttp() {}

  static void addTo(CommandSpec command) {
    command
        .addOption(
            Options.value(
                HTTP,
                "ADDR:PORT",
                "Listens there for any number of clients, at /mcp (streamable HTTP). Other addresses"
                    + " than loopback need a token."))
        .addOption(
            Options.value(
                TOKEN_FILE,
                "FILE",
                "With --http: requests have to bring the token in this file as Authorization:"
                    + " Bearer; or in the variable CLOCHE_MCP_TOKEN."))
        .addOption(
            Options.values(
                ALLOWED_HOST,
                "HOST",
                "With --http: a name under which clients reach the server, beside its address."
                    + " Repeatable."))
        .addOption(
            Options.values(
                ALLOWED_ORIGIN,
                "ORIGIN",
                "With --http: web pages of this origin may use the server. Repeatable."));
  }

  static boolean given(Arguments arguments) {
    return arguments.hasMatchedOption(HTTP);
  }

  /**
   * Returns where to listen, if that was asked for.
   *
   * @param mounts what guests see of the host: the token may not lie in it
   * @throws UsageException if the options are wrong, or would let in whom they should not
   */
  static Optional<HttpSettings> settings(Arguments arguments, List<Path> mounts) {
    if (!given(arguments)) {
      for (String option : List.of(TOKEN_FILE, ALLOWED_HOST, ALLOWED_ORIGIN)) {
        if (arguments.hasMatchedOption(option)) {
          throw new UsageException(option + " goes with " + HTTP);
        }
      }
      return Optional.empty();
    }
    InetSocketAddress address = address(Options.given(arguments, HTTP).orElseThrow());
    try {
      return Optional.of(
          new HttpSettings(
              address,
              token(arguments, mounts),
              lower(arguments.matchedOptionValue(ALLOWED_HOST, List.<String>of())),
              lower(arguments.matchedOptionValue(ALLOWED_ORIGIN, List.<String>of()))));
    } catch (IllegalArgumentException unsafe) {
      throw new UsageException(HTTP + ": " + unsafe.getMessage());
    }
  }

  private static Set<String> lower(List<String> texts) {
    Set<String> all = new HashSet<>();
    texts.forEach(text -> all.add(text.toLowerCase(Locale.ROOT)));
    return all;
  }

  /** An address, no name: what a name stands for may change after it was looked at. */
  private static InetSocketAddress address(String text) {
    Matcher parts = ADDRESS.matcher(text);
    try {
      if (parts.matches() && Integer.parseInt(parts.group(2)) < 1 << 16) {
        String host = parts.group(1).equals("localhost") ? "127.0.0.1" : parts.group(1);
        return new InetSocketAddress(InetAddress.getByName(host), Integer.parseInt(parts.group(2)));
      }
    } catch (UnknownHostException notAnAddress) {
      // Said below.
    }
    throw new UsageException(
        HTTP + " " + Printable.quote(text) + " is no address and port, such as 127.0.0.1:8808");
  }

  private static Optional<String> token(Arguments arguments, List<Path> mounts) {
    Optional<String> file = Options.given(arguments, TOKEN_FILE);
    return file.isPresent()
        ? file.map(name -> read(name, mounts))
        : Optional.ofNullable(System.getenv(TOKEN)).filter(token -> !token.isEmpty());
  }

  private static String read(String name, List<Path> mounts) {
    String what = TOKEN_FILE + " " + Printable.quote(name);
    try {
      Path file = Path.of(name);
      PolicySource.requireOutside(file, mounts);
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(MAX_TOKEN_BYTES + 1);
        String token = new String(bytes, StandardCharsets.UTF_8).strip();
        if (bytes.length > MAX_TOKEN_BYTES || !token.matches("[!-~]+")) {
          throw new UsageException(what + " is not one line of printable ASCII");
        }
        return token;
      }
    } catch (IOException | InvalidPathException e) {
      throw new UsageException(what + " cannot be read");
    } catch (PolicyException inside) {
      throw new UsageException(what + " lies inside a mount; move it out");
    }
  }
}
