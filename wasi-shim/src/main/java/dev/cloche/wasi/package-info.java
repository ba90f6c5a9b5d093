/** Placeholder. */
package dev.cloche.wasi;
