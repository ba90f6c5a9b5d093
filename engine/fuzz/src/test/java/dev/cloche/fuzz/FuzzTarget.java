package dev.cloche.fuzz;

import java.util.List;

/** Something that reads bytes of strangers, and what holds whatever they are. */
public interface FuzzTarget {

  /** Returns the name that it is asked for by: one word in lower case. */
  String name();

  /** Returns inputs to begin with: some that are accepted and some that nearly are. */
  List<byte[]> seeds();

  /**
   * Does with an input what a caller would, and asserts what must hold. Whatever it throws is a
   * finding.
   */
  void run(byte[] input) throws Exception;
}
