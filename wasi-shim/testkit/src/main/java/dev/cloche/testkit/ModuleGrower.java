package dev.cloche.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Grows one valid module: each byte given is a choice, and without any left all becomes small. */
final class ModuleGrower {
  private static final String TYPES = "ijfd";
  private static final int MOST_FUNCTIONS = 6;

  private final Choices choices;
  private final ModuleBuilder module = new ModuleBuilder();
  private final List<Signature> functions = new ArrayList<>();

  /** The types of a function, as letters. */
  record Signature(String parameters, String result) {}

  ModuleGrower(byte[] choices) {
    this.choices = new Choices(choices);
  }

  byte[] grow() {
    int count = 1 + choices.below(MOST_FUNCTIONS);
    for (int i = 0; i < count; i++) {
      functions.add(new Signature(letters(3), letters(1)));
    }
    StringBuilder globals = new StringBuilder();
    for (char type : letters(4).toCharArray()) {
      int ignored = module.global(type);
      globals.append(type);
    }
    int pages = 1 + choices.below(2);
    module.memory(pages, pages + choices.below(3));
    List<Integer> table = new ArrayList<>();
    for (int i = choices.below(5); i > 0; i--) {
      table.add(choices.below(count));
    }
    module.table(table.size() + 1, table);
    module.data(choices.below(1000), "some data".getBytes(StandardCharsets.UTF_8));
    for (Signature function : functions) {
      body(function, globals.toString());
    }
    start(count - 1);
    return module.build();
  }

  private String letters(int most) {
    StringBuilder letters = new StringBuilder();
    for (int i = choices.below(most + 1); i > 0; i--) {
      letters.append(TYPES.charAt(choices.below(TYPES.length())));
    }
    return letters.toString();
  }

  private void body(Signature function, String globals) {
    String locals = letters(4);
    BodyGrower body =
        new BodyGrower(
            choices, module, functions, function.parameters() + locals, globals, function.result());
    int ignored = module.function(function.parameters(), function.result(), locals, body.grow());
  }

  /** Calls the last function with small numbers; what it gives is dropped. */
  private void start(int last) {
    Code code = new Code();
    for (char type : functions.get(last).parameters().toCharArray()) {
      code.constant(type, choices.below(256));
    }
    code.call(last);
    if (!functions.get(last).result().isEmpty()) {
      code.op(Code.DROP);
    }
    module.exporting("_start", module.function("", "", "", code));
  }
}
