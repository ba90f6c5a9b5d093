/**
 * What a tool in Java can ask Cloche for, compiled to WebAssembly by TeaVM. {@link
 * dev.cloche.sdk.Tool} is where to begin; {@link dev.cloche.sdk.Files} and {@link
 * dev.cloche.sdk.Request} reach the workspace and the network, as far as the call's policy allows.
 * Nothing here runs on a JVM but {@link dev.cloche.sdk.Json}.
 */
package dev.cloche.sdk;
