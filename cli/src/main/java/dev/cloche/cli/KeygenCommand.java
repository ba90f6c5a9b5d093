package dev.cloche.cli;

import dev.cloche.signature.SigningKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import picocli.CommandLine.Model.CommandSpec;

/** {@code cloche keygen}: a key that tools are signed with. */
final class KeygenCommand implements Command {

  private final Host host;

  KeygenCommand(Host host) {
    this.host = host;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec command =
        Parser.command(
            "keygen",
            "cloche keygen FILE",
            "Makes a key to sign tools with: FILE, which nobody else may read, and FILE.pub for"
                + " others.",
            "Both are PEM, the key Ed25519. FILE is not encrypted: keep it where only you get it.");
    return command.addPositional(Parser.required("FILE", "The new file, such as author.pem."));
  }

  @Override
  public int run(Arguments arguments) {
    Path file = ToolFile.path(arguments.matchedPositionalValue(0, ""));
    Path others = file.resolveSibling(file.getFileName() + ".pub");
    if (Files.exists(others, LinkOption.NOFOLLOW_LINKS)) {
      throw new UsageException(ToolFile.shown(others) + " exists; no key is written over");
    }
    SigningKey key = SigningKey.generate();
    try {
      key.write(file);
      Path unused =
          Files.writeString(
              others, key.signer().pem(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(ToolFile.shown(file) + " exists; no key is written over");
    } catch (IOException e) {
      throw new UsageException(ToolFile.shown(file) + " cannot be written");
    }
    PrintWriter out = host.streams().outWriter();
    out.println(key.signer());
    out.flush();
    return ExitStatus.OK;
  }
}
