package dev.cloche.cli;

import dev.cloche.Tool;
import dev.cloche.signature.ModuleSigner;
import dev.cloche.signature.SigningKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code cloche sign}: vouches for a module, in it, or for a script, beside it. */
final class SignCommand implements Command {

  private static final String KEY = "--key";
  private static final String OUT = "--out";
  private static final String REPLACE = "--replace";

  private final Host host;

  SignCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "sign",
            "cloche sign --key KEY.pem [-o OUT] [--replace] TOOL",
            "Signs a tool: a module in itself, a script by a file TOOL.sig beside it.",
            "The signature covers every section of the module, the manifest too: sign last. One"
                + " signature is added to those of others.");
    command.addPositional(Parser.required("FILE", "A module (.wasm) or a script."));
    return command
        .addOption(Options.value(KEY, "KEY.pem", "The key, which nobody else may read."))
        .addOption(
            OptionSpec.builder("-o", OUT)
                .arity("1")
                .type(String.class)
                .paramLabel("OUT")
                .description("Where the signed module, or the script's signature, is written.")
                .build())
        .addOption(Options.flag(REPLACE, "Drops the signatures that are there."));
  }

  @Override
  public int run(Arguments arguments) {
    Path file = ToolFile.existing(arguments.matchedPositionalValue(0, ""));
    SigningKey key = key(arguments);
    ModuleSigner signer = ModuleSigner.with(key);
    if (arguments.hasMatchedOption(REPLACE)) {
      signer = signer.replacing();
    }
    Optional<Path> out = Options.given(arguments, OUT).map(ToolFile::path);
    try {
      if (ToolFile.isModule(file)) {
        ToolFile.write(out.orElse(file), module(file, signer));
      } else {
        Path beside = out.orElse(file.resolveSibling(file.getFileName() + ToolLocator.SIGNATURE));
        ToolFile.write(beside, script(file, beside, signer));
      }
    } catch (IllegalArgumentException refused) {
      throw new UsageException(ToolFile.shown(file) + ": " + refused.getMessage());
    }
    PrintWriter text = host.streams().outWriter();
    text.println("signed by " + key.signer());
    text.flush();
    return ExitStatus.OK;
  }

  private static SigningKey key(Arguments arguments) {
    String name =
        Options.given(arguments, KEY)
            .orElseThrow(
                () -> new UsageException("sign needs --key KEY.pem; cloche keygen makes one"));
    try {
      return SigningKey.read(ToolFile.path(name));
    } catch (IOException e) {
      throw new UsageException("key " + Printable.quote(name) + " cannot be read");
    } catch (IllegalArgumentException refused) {
      throw new UsageException("key " + Printable.quote(name) + ": " + refused.getMessage());
    }
  }

  private static byte[] module(Path file, ModuleSigner signer) {
    Path manifest = file.resolveSibling(file.getFileName() + ".json");
    if (Files.exists(manifest, LinkOption.NOFOLLOW_LINKS)) {
      throw new IllegalArgumentException(
          "its manifest lies beside it, where no signature covers it; cloche pack puts it in");
    }
    return signer.sign(ToolFile.bytes(file));
  }

  private byte[] script(Path file, Path beside, ModuleSigner signer) {
    Tool tool = new ToolLocator(host.catalogue()).find(file.toAbsolutePath().toString());
    if (!tool.isScript()) {
      throw new IllegalArgumentException("it is neither a .wasm file nor a script");
    }
    Optional<byte[]> before =
        Files.isRegularFile(beside) ? Optional.of(ToolFile.bytes(beside)) : Optional.empty();
    String source = ToolLocator.source(ToolFile.bytes(file));
    return signer.signScript(tool.runner().name(), source, before);
  }
}
