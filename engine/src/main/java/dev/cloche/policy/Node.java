package dev.cloche.policy;

import java.util.List;
import java.util.Map;

/** A piece of a document together with where it starts. */
sealed interface Node {

  /** The line, from 1. */
  int line();

  /** The column, from 1. */
  int column();

  /** What it is, for messages. */
  String kind();

  /**
   * A mapping.
   *
   * @param entries by key, in the order of the document
   */
  record Mapping(int line, int column, Map<String, Entry> entries) implements Node {
    @Override
    public String kind() {
      return "a mapping";
    }
  }

  /**
   * A key and its value.
   *
   * @param line of the key
   * @param column of the key
   */
  record Entry(int line, int column, Node value) {}

  /** A sequence. */
  record Sequence(int line, int column, List<Node> items) implements Node {
    @Override
    public String kind() {
      return "a list";
    }
  }

  /** What a scalar is read as. */
  enum Type {
    TEXT("text"),
    NUMBER("a number"),
    TRUTH("true or false"),
    NULL("nothing");

    private final String label;

    Type(String label) {
      this.label = label;
    }
  }

  /**
   * A scalar.
   *
   * @param text as it is written
   */
  record Scalar(int line, int column, Type type, String text) implements Node {
    @Override
    public String kind() {
      return type.label;
    }
  }
}
