/**
 * Who vouches for a tool: Ed25519 keys in PEM, signing, and verifying.
 *
 * <p>{@link dev.cloche.signature.SigningKey} signs, {@link dev.cloche.signature.SignerKey} is what
 * others know of it, and {@link dev.cloche.signature.ModuleSigner} puts signatures into modules and
 * beside scripts. The layout is that of the WebAssembly tool conventions; reading it is {@code
 * dev.cloche.module}'s.
 */
@CheckReturnValue
@NullMarked
package dev.cloche.signature;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
