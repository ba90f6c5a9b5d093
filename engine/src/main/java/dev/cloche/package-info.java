/** Placeholder. */
package dev.cloche;
