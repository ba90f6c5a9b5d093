package dev.cloche.structured;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cloche.Call;
import dev.cloche.InputException;
import dev.cloche.InputMapping;
import dev.cloche.module.GuestText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a call of a valid input.
 *
 * <p><b>Attack H8.</b> A value that begins with a hyphen could be taken for an option. It is
 * refused, unless a literal {@code --} stands before it, or it is one argument with its option
 * ({@code --name=}), or the manifest says that the tool takes it as it is.
 */
public final class InputMapper {

  private final JsonNode input;
  private final SecretProperties secrets;
  private final Call.Builder call = Call.builder();
  private boolean optionsEnded;

  private InputMapper(JsonNode input, SecretProperties secrets) {
    this.input = input;
    this.secrets = secrets;
  }

  /**
   * Returns the call.
   *
   * @param secrets the properties whose values are secret arguments
   * @throws InputException if a value cannot be passed
   */
  public static Call.Builder call(
      JsonText input, Optional<InputMapping> mapping, SecretProperties secrets) {
    if (mapping.isEmpty()) {
      return Call.builder().stdin(input.compact());
    }
    return new InputMapper(input.node(), secrets).mapped(mapping.get());
  }

  private Call.Builder mapped(InputMapping mapping) {
    requireUsed(mapping);
    mapping.arguments().forEach(this::argument);
    mapping.stdin().ifPresent(name -> given(name).map(InputMapper::bytes).ifPresent(call::stdin));
    for (InputMapping.File file : mapping.files()) {
      given(file.property()).ifPresent(value -> call.file(file.path(), bytes(value)));
    }
    return call;
  }

  /** What the schema leaves open and the mapping does not use would be dropped without a word. */
  private void requireUsed(InputMapping mapping) {
    input
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!mapping.properties().contains(name)) {
                throw new InputException(
                    "/" + JsonText.pointerToken(name),
                    "a property that the tool has no use for",
                    String.join(", ", mapping.properties()));
              }
            });
  }

  /** Returns the value of a property, where there is one: null stands for none. */
  private Optional<JsonNode> given(String property) {
    JsonNode value = input.get(property);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  private void argument(InputMapping.Item item) {
    if (item instanceof InputMapping.Literal literal) {
      optionsEnded |= literal.text().equals("--");
      call.arguments(literal.text());
    } else if (item instanceof InputMapping.Value value) {
      each(value.property())
          .forEach(
              text -> add(operand(text, value.property(), value.verbatim()), value.property()));
    } else if (item instanceof InputMapping.OptionValue value) {
      each(value.property()).forEach(text -> option(value, text));
    } else if (item instanceof InputMapping.Flag flag) {
      flag(flag);
    }
  }

  private void option(InputMapping.OptionValue value, String text) {
    if (value.option().endsWith("=")) {
      add(value.option() + text, value.property());
    } else {
      call.arguments(value.option());
      add(operand(text, value.property(), value.verbatim()), value.property());
    }
  }

  private void flag(InputMapping.Flag flag) {
    given(flag.property())
        .ifPresent(
            value -> {
              if (!value.isBoolean()) {
                throw new InputException(
                    pointer(flag.property()), GuestText.quote(text(value)), "true or false");
              }
              if (value.booleanValue()) {
                add(flag.flag(), flag.property());
              }
            });
  }

  private List<String> each(String property) {
    List<String> texts = new ArrayList<>();
    given(property)
        .ifPresent(
            value -> {
              if (value.isArray()) {
                value.forEach(element -> texts.add(text(element)));
              } else {
                texts.add(text(value));
              }
            });
    return texts;
  }

  private String operand(String text, String property, boolean verbatim) {
    if (text.startsWith("-") && !verbatim && !optionsEnded) {
      throw new InputException(
          pointer(property),
          GuestText.quote(text),
          "a value that does not begin with a hyphen, which could be taken for an option");
    }
    return text;
  }

  private void add(String argument, String property) {
    if (argument.indexOf('\0') >= 0) {
      throw new InputException(
          pointer(property), GuestText.quote(argument), "an argument without NUL characters");
    }
    if (secrets.contains(property)) {
      call.secretArgument(argument);
    } else {
      call.arguments(argument);
    }
  }

  private static String pointer(String property) {
    return "/" + JsonText.pointerToken(property);
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.textValue() : JsonText.compact(value);
  }

  private static byte[] bytes(JsonNode value) {
    return text(value).getBytes(StandardCharsets.UTF_8);
  }
}
