package dev.cloche.tools.script;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.script.ScriptEngineFactory;

/** A language that scripts are evaluated in, each by the bundled interpreter of its name. */
@SuppressWarnings("ImmutableEnumChecker") // patterns are
enum ScriptLanguage {
  /** Setting {@code __proto__} would not make a variable. */
  JS("ECMAScript", "2023", "(?!__proto__$)[A-Za-z_$][A-Za-z0-9_$]*", ".", "console.log", ";\n"),
  /** Names with two underscores in front belong to the module. */
  PYTHON("Python", "3.11", "(?!__)[A-Za-z_][A-Za-z0-9_]*", ".", "print", "\n"),
  /** Those two are the table of globals itself. */
  LUA("Lua", "5.4", "(?!_G$|_ENV$)[A-Za-z_][A-Za-z0-9_]*", ":", "print", "\n");

  private final String title;
  private final String version;
  private final Pattern variable;
  private final String ofObject;
  private final String print;
  private final String between;

  ScriptLanguage(
      String title,
      String version,
      String variable,
      String ofObject,
      String print,
      String between) {
    this.title = title;
    this.version = version;
    this.variable = Pattern.compile(variable);
    this.ofObject = ofObject;
    this.print = print;
    this.between = between;
  }

  /** Returns the language whose interpreter has that name, if scripts are evaluated in it. */
  static Optional<ScriptLanguage> of(String interpreter) {
    return Stream.of(values()).filter(each -> each.interpreter().equals(interpreter)).findFirst();
  }

  /** The bundled tool. */
  String interpreter() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What {@link javax.script.ScriptEngineManager} finds the engine by. */
  String engineName() {
    return "cloche-" + interpreter();
  }

  String title() {
    return title;
  }

  String version() {
    return version;
  }

  /** Whether that can be the name of a variable. */
  boolean isVariable(String name) {
    return variable.matcher(name).matches();
  }

  /** What stands between an object and its method. */
  String ofObject() {
    return ofObject;
  }

  /** The function that prints a text. */
  String print() {
    return print;
  }

  /** What ends a statement. */
  String between() {
    return between;
  }

  ScriptEngineFactory factory() {
    return switch (this) {
      case JS -> new ClocheScriptEngineFactory();
      case PYTHON -> new ClochePythonEngineFactory();
      case LUA -> new ClocheLuaEngineFactory();
    };
  }

  /** Returns the script that evaluates scripts. */
  String evaluator() {
    String file = "eval." + (this == PYTHON ? "py" : interpreter());
    try (var in = ScriptLanguage.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}
