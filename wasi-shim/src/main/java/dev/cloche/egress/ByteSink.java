package dev.cloche.egress;

/** Takes bytes that were read from a text, each with the part of the text that it stands for. */
interface ByteSink {

  /**
   * Takes one byte.
   *
   * @param value 0 to 255
   * @param start position of the first byte of the text that stands for it
   * @param end position after the last one
   */
  void accept(int value, long start, long end);
}
