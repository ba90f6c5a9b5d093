/** Placeholder. */
package dev.cloche.tools;
