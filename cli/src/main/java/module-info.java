/** The {@code cloche} command. */
module dev.cloche.cli {
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind; // from here on, of the MCP server alone
  requires io.modelcontextprotocol.sdk.mcp.core;
  requires io.modelcontextprotocol.sdk.mcp.json.jackson2;
  requires org.eclipse.jetty.server;
  requires reactor.core;
  requires org.reactivestreams; // up to here
  requires dev.cloche.engine;
  requires dev.cloche.host;
  requires dev.cloche.tools;
  requires info.picocli;
  requires org.objectweb.asm; // of the build's step alone
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;

  provides System.LoggerFinder with
      dev.cloche.cli.QuietLoggers;
}
