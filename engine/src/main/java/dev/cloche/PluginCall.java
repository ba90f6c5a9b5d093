package dev.cloche;

/**
 * One call of a {@link PluginFunction}: its arguments, and the memory that plugin and host share.
 * Every block is checked when it is asked for; one that is none, or larger than 16 MiB, is the
 * plugin's fault and ends it. What is read and written is charged to the plugin.
 *
 * <p>Open while the function runs, on its thread; afterwards all but the numbers throw {@link
 * IllegalStateException}.
 */
public interface PluginCall {

  /** Returns the bits of an argument. */
  long argument(int index);

  /** Returns an argument as 32 bits. */
  default int integer(int index) {
    return (int) argument(index);
  }

  /** Returns a copy of the block that an argument names. */
  byte[] bytes(int index);

  /** Returns the block that an argument names, as UTF-8. */
  String text(int index);

  /** Makes a block and returns it as a result or for a plugin to find; 0 for no bytes. */
  long give(byte[] content);

  /** Makes a block of UTF-8. */
  long give(String content);

  /** Frees a block that an argument names: for functions whose plugins hand it over. */
  void free(int index);

  /** Returns the id of the session whose call this is. */
  String session();

  /** Returns the name of the tool that calls. */
  String tool();
}
