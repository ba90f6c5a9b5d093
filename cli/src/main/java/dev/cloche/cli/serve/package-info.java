/**
 * The MCP server of {@code cloche serve}: tools for clients that speak the Model Context Protocol
 * (revisions 2024-11-05 to 2025-11-25), over stdio or streamable HTTP.
 *
 * <p>{@link dev.cloche.cli.serve.McpServer} is the entry. Each MCP session has a session of the
 * engine of its own, and with it a workspace, leases and budgets that no other sees. The protocol's
 * types, and the sessions that match requests with answers, are those of the official SDK; handlers
 * and transports are ours, since the SDK's server has one list of tools and resources for all
 * sessions and passes over {@code notifications/cancelled}.
 *
 * <p>Nothing of it is loaded by other commands.
 */
@NullMarked
@CheckReturnValue
package dev.cloche.cli.serve;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
