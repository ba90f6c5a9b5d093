package dev.cloche.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** What the help of each command shows as its use; a test reads every line back. */
final class HelpExamples {

  private HelpExamples() {}

  /** Adds them to a command's help. */
  static CommandSpec addTo(CommandSpec command) {
    List<String> lines = of(command.name());
    if (!lines.isEmpty()) {
      command
          .usageMessage()
          .footerHeading("%nExamples:%n")
          .footer(
              lines.stream()
                  .map(line -> "  " + line.replace("%", "%%")) // a footer is a format
                  .toArray(String[]::new));
    }
    return command;
  }

  /** Returns command lines; none for a command that is not known. */
  static List<String> of(String command) {
    return switch (command) {
      case "run" ->
          List.of(
              "cloche run js -e 'console.log(6*7)'",
              "cloche run --mount .:/data search -n TODO /data",
              "cloche run --policy policy.yaml --json tool.wasm in.csv",
              "cloche run --allow https://api.example.org/v1/ fetch https://api.example.org/v1/me",
              "cloche run --mount .:/src:overlay --commit python /src/format.py",
              "cloche run --record call.json js -e 'Date.now()'");
      case "shell" ->
          List.of(
              "cloche shell -- git --version",
              "cloche shell --mount .:/src --memory 1Gi -- bash -c 'make -C src test'",
              "cloche shell --policy policy.yaml -- python3 -c 'print(6*7)'");
      case "replay" ->
          List.of("cloche replay call.json", "cloche replay --json call.json tool.wasm");
      case "trace" -> List.of("cloche trace --mount .:/data tool.wasm /data > policy.yaml");
      case "reach" -> List.of("cloche reach", "cloche reach --policy policy.yaml --send --json");
      case "tools" -> List.of("cloche tools", "cloche tools sql", "cloche tools --json jq");
      case "inspect" -> List.of("cloche inspect tool.wasm", "cloche inspect --memory 64Mi js");
      case "explain" ->
          List.of(
              "cloche explain policy.yaml https://api.example.org/v1/me",
              "cloche explain --method POST policy.yaml https://api.example.org/v1/me",
              "cloche explain policy.yaml /data/in.csv");
      case "policy" -> List.of("cloche policy check policy.yaml");
      case "audit" ->
          List.of(
              "cloche audit verify --key audit.key audit.jsonl",
              "cloche audit show --html report.html audit.jsonl");
      case "serve" ->
          List.of(
              "cloche serve --stdio",
              "cloche serve --policy agent.yaml --tool js --tool run_script",
              "cloche serve --tools ./tools --http 127.0.0.1:8808",
              "cloche serve --http 10.0.0.5:8808 --token-file token.txt --policy agent.yaml");
      case "new" -> List.of("cloche new c my-tool", "cloche new javascript my-script");
      case "check" -> List.of("cloche check tool.wasm", "cloche check --json my-tool@1.0.0");
      case "pack" ->
          List.of(
              "cloche pack --manifest tool.json tool.wasm",
              "cloche pack tool.wasm --to my-tool@1.0.0",
              "cloche pack tool.wasm --to oci:images:1.0.0");
      case "keygen" -> List.of("cloche keygen author.pem");
      case "sign" ->
          List.of(
              "cloche sign --key author.pem tool.wasm",
              "cloche sign --key author.pem -o signed.wasm tool.wasm");
      case "verify" ->
          List.of("cloche verify tool.wasm", "cloche verify --key author.pem.pub oci:images:1.0.0");
      case "doctor" -> List.of("cloche doctor", "cloche doctor --json");
      case "cache" -> List.of("cloche cache", "cloche cache clear");
      case "completion" ->
          List.of("source <(cloche completion bash)", "source <(cloche completion zsh)");
      default -> List.of();
    };
  }
}
