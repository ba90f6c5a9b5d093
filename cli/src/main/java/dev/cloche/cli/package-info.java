/** Placeholder. */
package dev.cloche.cli;
