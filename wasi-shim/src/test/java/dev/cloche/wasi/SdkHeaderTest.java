package dev.cloche.wasi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cloche.wasi.Parameter.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The header for tools in C says what the host does. */
class SdkHeaderTest {
  private static final Path SDK = Path.of("../tool-modules/sdk/c/cloche.h");

  private static Map<String, String> found(String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(SDK))
        .results()
        .collect(
            Collectors.toMap(
                match -> match.group(1), SdkHeaderTest::second, (a, b) -> a, TreeMap::new));
  }

  private static String second(MatchResult match) {
    return match.group(2);
  }

  @Test
  void codes_areTheHosts() throws IOException {
    Map<String, String> expected =
        Arrays.stream(FetchCode.values())
            .collect(
                Collectors.toMap(
                    FetchCode::name,
                    code -> Integer.toString(code.number()),
                    (a, b) -> a,
                    TreeMap::new));
    assertEquals(expected, found("    CLOCHE_((?!MAX_|NO_)\\w+) = (\\d+),"));
  }

  @Test
  void imports_areTheHosts_withAsManyParametersOfTheirKind() throws IOException {
    Map<String, String> expected =
        FetchTable.functions().values().stream()
            .collect(
                Collectors.toMap(
                    dev.cloche.wasi.Function::name,
                    SdkHeaderTest::kinds,
                    (a, b) -> a,
                    TreeMap::new));
    Map<String, String> declared =
        found("CLOCHE_IMPORT\\(\"(\\w+)\"\\)\\s+int32_t cloche_\\w+\\(([^)]*)\\);");
    declared.replaceAll((name, parameters) -> declaredKinds(parameters));
    assertEquals(expected, declared);
  }

  private static String kinds(dev.cloche.wasi.Function function) {
    return function.parameters().stream()
        .map(each -> each.role() == Role.POINTER ? "*" : "i")
        .collect(Collectors.joining());
  }

  private static String declaredKinds(String parameters) {
    Function<String, String> kind = each -> each.contains("*") ? "*" : "i";
    return Arrays.stream(parameters.split(",", -1)).map(kind).collect(Collectors.joining());
  }

  @Test
  void bounds_areTheHosts() throws IOException {
    Map<String, String> bounds = found("CLOCHE_(MAX_\\w+) = ([\\d* ]+),");
    assertEquals(
        Map.of(
            "MAX_OPEN", FetchCalls.MAX_OPEN,
            "MAX_METHOD", FetchCalls.MAX_METHOD,
            "MAX_URL", FetchCalls.MAX_URL,
            "MAX_HEADERS", FetchCalls.MAX_HEADERS,
            "MAX_TRANSFER", Transfer.CHUNK),
        bounds.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> product(each.getValue()))));
  }

  private static int product(String text) {
    return Arrays.stream(text.split("\\*", -1))
        .mapToInt(factor -> Integer.parseInt(factor.strip()))
        .reduce(1, (a, b) -> a * b);
  }
}
