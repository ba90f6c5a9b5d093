/**
 * Runs a folder of test programs in the layout of wasi-testsuite against the shim: {@link
 * dev.cloche.wasi.suite.Suite} is the command. The programs themselves are not part of the project.
 */
package dev.cloche.wasi.suite;
