package dev.cloche.cli;

import dev.cloche.Tool;
import dev.cloche.signature.SignerKey;
import dev.cloche.signature.ToolSignature;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche verify}: who signed a tool as it is. */
final class VerifyCommand implements Command {

  private static final String KEY = "--key";

  private final Host host;

  VerifyCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "verify",
            "cloche verify [--key PUB.pem]... TOOL",
            "Tells who signed a tool. With --key, whether one of these keys did.",
            "Ends with status 121 if it is not signed so. Without --key it says which keys signed,"
                + " and not whose they are: anybody can make a key.");
    command.addPositional(Parser.required("TOOL", "As cloche run takes it."));
    RegistryOption.addTo(command);
    return command.addOption(
        Options.values(KEY, "PUB.pem", "A public key in PEM, or ed25519:KEY. Repeatable."));
  }

  @Override
  public int run(Arguments arguments) {
    List<SignerKey> keys =
        arguments.matchedOptionValue(KEY, List.<String>of()).stream()
            .map(VerifyCommand::key)
            .toList();
    Tool tool =
        RegistryOption.locator(host, arguments).find(arguments.matchedPositionalValue(0, ""));
    ToolSignature signature = tool.signature();
    List<SignerKey> signers = signers(signature, keys);
    PrintWriter out = host.streams().outWriter();
    out.println("sha256:" + tool.digest());
    signers.forEach(key -> out.println("signed by " + key));
    out.flush();
    Optional<String> problem = problem(signature, keys, signers);
    problem.ifPresent(
        why -> host.streams().errWriter().println(Complaints.line(tool.name() + ": " + why)));
    return problem.isPresent() ? ExitStatus.DENIED : ExitStatus.OK;
  }

  private static List<SignerKey> signers(ToolSignature signature, List<SignerKey> keys) {
    List<SignerKey> signers = new ArrayList<>(keys);
    signers.removeIf(key -> !signature.isBy(key));
    return keys.isEmpty() ? signature.signers() : signers;
  }

  private static Optional<String> problem(
      ToolSignature signature, List<SignerKey> keys, List<SignerKey> signers) {
    if (signature.problem().isPresent() || !signers.isEmpty()) {
      return signature.problem();
    }
    return Optional.of(
        keys.isEmpty()
            ? "it is signed by keys that it does not name; give them by --key"
            : "it is signed, but not by a key that was given");
  }

  private static SignerKey key(String text) {
    try {
      return SignerKey.isInline(text) ? SignerKey.parse(text) : SignerKey.read(ToolFile.path(text));
    } catch (IOException e) {
      throw new UsageException("key " + Printable.quote(text) + " cannot be read");
    } catch (IllegalArgumentException refused) {
      throw new UsageException("key " + Printable.quote(text) + ": " + refused.getMessage());
    }
  }
}
