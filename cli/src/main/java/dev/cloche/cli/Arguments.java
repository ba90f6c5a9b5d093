package dev.cloche.cli;

import java.util.List;
import picocli.CommandLine.ParseResult;

/** What a command was given: options by name, and words by place. */
interface Arguments {

  /** Tells whether an option was given. */
  boolean hasMatchedOption(String name);

  /** Returns the value of an option, or another if it was not given. */
  <T> T matchedOptionValue(String name, T otherwise);

  /** Returns the word at a place, or all from there on if it is the last, or else another. */
  <T> T matchedPositionalValue(int place, T otherwise);

  /** Returns what the argument parser found. */
  static Arguments of(ParseResult parsed) {
    return new Arguments() {
      @Override
      public boolean hasMatchedOption(String name) {
        return parsed.hasMatchedOption(name);
      }

      @Override
      public <T> T matchedOptionValue(String name, T otherwise) {
        return parsed.matchedOptionValue(name, otherwise);
      }

      @Override
      public <T> T matchedPositionalValue(int place, T otherwise) {
        return parsed.matchedPositionalValue(place, otherwise);
      }
    };
  }

  /**
   * Returns what the argument parser would find for {@code TOOL [ARG...]} where all options stand
   * before TOOL and there are none. To describe the command to the parser, and to have it look,
   * takes a tenth of a short run.
   *
   * @param words TOOL, which does not begin with a hyphen, and what follows
   */
  static Arguments ofWords(List<String> words) {
    String tool = words.get(0);
    List<String> rest = List.copyOf(words.subList(1, words.size()));
    return new Arguments() {
      @Override
      public boolean hasMatchedOption(String name) {
        return false;
      }

      @Override
      public <T> T matchedOptionValue(String name, T otherwise) {
        return otherwise;
      }

      @Override
      @SuppressWarnings("unchecked") // as the parser's, of the type that the place has
      public <T> T matchedPositionalValue(int place, T otherwise) {
        if (place == 0) {
          return (T) tool;
        }
        return rest.isEmpty() ? otherwise : (T) rest;
      }
    };
  }
}
