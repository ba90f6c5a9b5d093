package dev.cloche.egress;

import java.io.IOException;

/** The body of a response on its way to a guest, one stage upon another. Used by one thread. */
@FunctionalInterface
interface ByteStream {

  /** Reads as an input stream does: at least one byte if {@code length} is not 0, or -1. */
  int read(byte[] bytes, int offset, int length) throws IOException, EgressException;
}
