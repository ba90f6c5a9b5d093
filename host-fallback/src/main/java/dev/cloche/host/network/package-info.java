/**
 * The network of native commands, on the side of this JVM.
 *
 * <p>{@link dev.cloche.host.network.Doors} are the Unix sockets to which the forwarder in a session
 * connects; {@link dev.cloche.host.network.Gate} is what is behind them while a command runs: it
 * reads what the command wants and asks an {@link dev.cloche.egress.Egress}, which decides and
 * dials. Nothing here decides, resolves or dials by itself.
 */
@NullMarked
@CheckReturnValue
package dev.cloche.host.network;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
