package dev.cloche.wasi;

import java.util.Map;

/** The scenarios on a tree that was made in memory. */
class MemoryScenariosTest extends ScenarioSuite {
  @Override
  Guest tree() {
    return inMemory();
  }

  @Override
  Map<String, Integer> inodes() {
    return Map.of("file", 2, "empty", 3, "full", 4, "to-file", 7, "loop", 11);
  }
}
