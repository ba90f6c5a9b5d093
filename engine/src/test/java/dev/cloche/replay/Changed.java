package dev.cloche.replay;

import dev.cloche.module.Sha256;

/** Sheets with one part otherwise. */
final class Changed {

  private Changed() {}

  static Sheet stdout(Sheet of, byte[] stdout) {
    Sheet.EndPart end = of.end();
    return new Sheet(
        of.cloche(),
        of.version(),
        of.engine(),
        of.tool(),
        of.policySha256(),
        of.limits(),
        of.network(),
        of.arguments(),
        of.environment(),
        of.seed(),
        of.files(),
        of.workspace(),
        of.host(),
        of.stdin(),
        of.clock(),
        of.random(),
        of.fetch(),
        of.functions(),
        of.functionCalls(),
        of.stop(),
        new Sheet.EndPart(
            end.outcome(),
            end.exit(),
            end.limit(),
            end.denied(),
            end.trap(),
            end.detail(),
            stdout,
            Sha256.of(stdout),
            end.stderr(),
            end.stderrSha256(),
            end.usage(),
            end.workspaceSha256()));
  }
}
