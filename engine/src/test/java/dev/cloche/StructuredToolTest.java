package dev.cloche;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.dylibso.chicory.wabt.Wat2Wasm;
import dev.cloche.policy.PolicyException;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What JSON becomes on its way into a tool and out of it. */
class StructuredToolTest {

  private static final byte[] MODULE =
      Wat2Wasm.parse("(module (memory (export \"memory\") 1) (func (export \"_start\")))");

  private static final String PROPERTIES =
      """
      "input": { "type": "object", "required": ["name"], "properties": {
          "name": { "type": "string", "pattern": "^[^x]*$" },
          "count": { "type": "integer", "minimum": 1 },
          "tags": { "type": "array", "items": { "type": ["string", "object", "number"] } },
          "deep": { "type": "boolean" }, "code": {}, "last": {}, "text": {}, "data": {} } },
      "call": { "arguments": [ "run", { "property": "deep", "flag": "-d" },
          { "property": "count", "option": "--count" },
          { "property": "tags", "option": "--tag=" },
          { "property": "code", "option": "-e", "verbatim": true },
          { "property": "name" }, "--", { "property": "last" } ],
        "stdin": { "property": "text" },
        "files": [ { "path": "/in/data.json", "property": "data" } ] }""";

  private static final StructuredTool TOOL = StructuredTool.of(tool(PROPERTIES));

  static Tool tool(String more) {
    byte[] manifest =
        """
        {"name":"x","title":"X","description":"does x","version":"1","license":"MIT",
        "source":"here","abi":"wasi-command","usage":["x"],%s}"""
            .formatted(more)
            .getBytes(UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(MODULE);
    out.write(0);
    int size = manifest.length + 12;
    for (; size >= 0x80; size >>>= 7) {
      out.write((size & 0x7f) | 0x80);
    }
    out.write(size);
    out.write(11);
    out.writeBytes("cloche.tool".getBytes(UTF_8));
    out.writeBytes(manifest);
    return Tool.of("x", out.toByteArray());
  }

  private static List<String> arguments(String input) {
    return TOOL.call(input).build().arguments();
  }

  private static List<ValueProblem> problems(StructuredTool tool, String input) {
    return assertThrows(InputException.class, () -> tool.call(input), input).problems();
  }

  private static Outcome said(String stdout) {
    return new Outcome.Completed(
        0, Captured.of(stdout.getBytes(UTF_8)), Captured.EMPTY, Usage.NONE);
  }

  @Test
  void call_everyKindOfItem_becomesArguments() {
    Call call =
        TOOL.call(
                """
                {"name":"n","count":3,"tags":["a b",{"k":[1.5]},7],"deep":true,"code":"-1","last":["-l",null],
                 "text":"line\\n","data":{"a": 1}}""")
            .build();

    assertEquals(
        List.of(
            "run",
            "-d",
            "--count",
            "3",
            "--tag=a b",
            "--tag={\"k\":[1.5]}",
            "--tag=7",
            "-e",
            "-1",
            "n",
            "--",
            "-l",
            "null"),
        call.arguments());
    assertArrayEquals("line\n".getBytes(UTF_8), call.stdinBytes());
    assertArrayEquals("{\"a\":1}".getBytes(UTF_8), call.files().get("/in/data.json"));
  }

  @Test
  void call_absentOrNullOrFalse_isNothing() {
    Call call = TOOL.call("{\"name\":\"\",\"deep\":false,\"code\":null,\"text\":null}").build();

    assertEquals(List.of("run", "", "--"), call.arguments());
    assertEquals(0, call.stdinBytes().length);
    assertTrue(call.files().isEmpty());
  }

  @Test
  void call_withoutMapping_isStandardInput() {
    StructuredTool plain =
        StructuredTool.of(tool("\"input\":{\"type\":\"object\",\"maxProperties\":1}"));

    assertEquals(
        "{\"a\":[1]}", new String(plain.call("{ \"a\": [1] }").build().stdinBytes(), UTF_8));
    assertEquals("", problems(plain, "{\"a\":1,\"b\":2}").get(0).pointer());
  }

  @Test
  void call_ofAToolWithoutInput_isAMistakeOfTheCaller() {
    StructuredTool none = StructuredTool.of(tool("\"metering\":\"exact\""));

    assertFalse(none.takesInput());
    assertThrows(IllegalStateException.class, () -> none.call("{}"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{}                                   |             | no \"name\" | required",
        "{\"name\":1}                         | /name       | 1           | string",
        "{\"name\":\"ax\"}                    | /name       | \"ax\"      | pattern",
        "{\"name\":\"\",\"count\":0}          | /count      | 0           | minimum 1",
        "{\"name\":\"\",\"tags\":[\"\",true]} | /tags/1     | true        | type",
        "{\"name\":\"\",\"more\":1}           | /more       | property    | name",
        "{\"name\":\"\",\"a/b~c\":1}          | /a~1b~0c    | property    | name",
        "[]                                   |             | array       | object"
      })
  void h2_invalidInput_isToldByPointerGivenAndAllowed(
      String input, String pointer, String given, String allowed) {
    ValueProblem problem = problems(TOOL, input).get(0);

    assertEquals(pointer == null ? "" : pointer, problem.pointer());
    assertTrue(problem.given().contains(given), problem::toString);
    assertTrue(problem.allowed().contains(allowed), problem::toString);
  }

  @Test
  void h2_allProblems_areTold() {
    assertEquals(
        List.of("/count", "/name"),
        problems(TOOL, "{\"name\":1,\"count\":0}").stream()
            .map(ValueProblem::pointer)
            .sorted()
            .toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{\"name\":\"\"} {}",
        "{\"name\":\"a\",\"name\":\"b\"}",
        "{'name':''}",
        "{\"name\":\"\\ud800\"}",
        "{\"name\":\"\",\"\\udc00\":1}",
        "{\"name\":\"\",\"code\":1e999}",
        "{\"name\":\"\",\"code\":NaN}",
        "{\"name\":\"\",\"code\":1234567890123456789012345678901234567890123}",
        "{\"name\":\"a\\u0000b\"}"
      })
  void h2_hostileInput_isRefused(String input) {
    assertFalse(problems(TOOL, input).isEmpty());
  }

  @Test
  void h2_inputBeyondItsBounds_isRefused() {
    assertFalse(problems(TOOL, "{\"name\":\"" + "a".repeat(1 << 20) + "\"}").isEmpty());
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    assertFalse(problems(TOOL, "{\"name\":\"\",\"code\":" + deep + "}").isEmpty());
    byte[] notUtf8 = "{\"name\":\"?\"}".getBytes(UTF_8);
    notUtf8[9] = (byte) 0xff;
    assertThrows(InputException.class, () -> TOOL.call(notUtf8));
    assertEquals(3, arguments("{\"name\":\"" + "a".repeat(100_000) + "\"}").size());
  }

  /** Java's own engine would take 2 to the 40th steps for this pattern and text. */
  @Test
  void h2_patternThatBacktracks_takesLinearTime() {
    StructuredTool tool =
        StructuredTool.of(
            tool(
                "\"input\":{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"^(a+)+$\"}}}"));
    String text = "a".repeat(40);

    assertEquals("/a", problems(tool, "{\"a\":\"" + text + "!\"}").get(0).pointer());
    assertTrue(tool.call("{\"a\":\"" + text + "\"}").build().stdinBytes().length > 40);
  }

  /** Strings of equal hash code: a set of them is searched one by one. */
  @Test
  void h2_workBeyondItsBound_isRefusedBeforeItIsDone() {
    StructuredTool tool =
        StructuredTool.of(
            tool("\"input\":{\"type\":\"object\",\"properties\":{\"a\":{\"uniqueItems\":true}}}"));
    assertFalse(problems(tool, colliding(20_000)).isEmpty());
    assertTrue(tool.call(colliding(2_000)).build().stdinBytes().length > 60_000);
    assertEquals("/a", problems(tool, "{\"a\":[1,2,1]}").get(0).pointer());
  }

  private static String colliding(int count) {
    StringBuilder items = new StringBuilder("{\"a\":[");
    for (int i = 0; i < count; i++) {
      items.append(i == 0 ? "\"" : ",\"");
      for (int bit = 14; bit >= 0; bit--) {
        items.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      items.append('"');
    }
    return items.append("]}").toString();
  }

  @Test
  void h2_referencesWithin_areFollowed() {
    StructuredTool tool =
        StructuredTool.of(
            tool(
                """
                "input":{"type":"object","$defs":{"n":{"type":"integer"}},
                "properties":{"a":{"$ref":"#/$defs/n"}}}"""));

    assertEquals("/a", problems(tool, "{\"a\":\"b\"}").get(0).pointer());
    assertEquals(7, tool.call("{\"a\":1}").build().stdinBytes().length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-", "-e", "--count", "--", "-1"})
  void h8_valueThatCouldBeAnOption_isRefused(String value) {
    assertEquals("/name", problems(TOOL, "{\"name\":\"" + value + "\"}").get(0).pointer());
    StructuredTool option =
        StructuredTool.of(
            tool(
                """
                "input":{"type":"object","properties":{"a":{}}},
                "call":{"arguments":[{"property":"a","option":"-o"}]}"""));
    assertEquals("/a", problems(option, "{\"a\":[\"b\",\"" + value + "\"]}").get(0).pointer());
    assertEquals(List.of("-o", "b"), option.call("{\"a\":[\"b\"]}").build().arguments());
    // Where it cannot be one it is passed.
    assertEquals(
        List.of("run", "--tag=" + value, "-e", value, "a", "--", value),
        arguments(
            "{\"name\":\"a\",\"tags\":[\"%s\"],\"code\":\"%s\",\"last\":\"%s\"}"
                .formatted(value, value, value)));
  }

  @Property(tries = 200)
  void h8_noValueAddsAnOption(@ForAll String name, @ForAll String last) {
    String input =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .createObjectNode()
            .put("name", name)
            .put("last", last)
            .toString();
    try {
      List<String> arguments = arguments(input);
      assertEquals(List.of("run", name, "--", last), arguments);
      assertFalse(name.startsWith("-"));
    } catch (InputException refused) {
      assertFalse(refused.problems().isEmpty());
    }
  }

  @Test
  void h8_flagOfAnotherKind_isRefused() {
    StructuredTool tool =
        StructuredTool.of(
            tool(
                """
                "input":{"type":"object","properties":{"a":{}}},
                "call":{"arguments":[{"property":"a","flag":"-a"}]}"""));

    assertEquals("/a", problems(tool, "{\"a\":\"yes\"}").get(0).pointer());
    assertEquals(List.of("-a"), tool.call("{\"a\":true}").build().arguments());
  }

  @Test
  void result_validOutput_isJson() {
    StructuredTool tool =
        StructuredTool.of(tool("\"output\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}"));

    assertEquals(Optional.of("[1,2]"), tool.result(said("[ 1, 2 ]\n")).json());
    StructuredResult wrong = tool.result(said("[1,\"2\"]"));
    assertEquals(Optional.empty(), wrong.json());
    assertEquals("/1", wrong.problems().get(0).pointer());
    assertEquals(1, tool.result(said("no json")).problems().size());
    assertEquals(StructuredResult.NONE, TOOL.result(said("[1]")));
    assertEquals(
        StructuredResult.NONE,
        tool.result(new Outcome.Completed(1, said("[1]").stdout(), Captured.EMPTY, Usage.NONE)));
  }

  @Test
  void files_areWrittenWhenTheCallStarts() {
    Tool tool = tool("\"metering\":\"exact\"");
    Call call = Call.builder().file("/in/a.txt", new byte[] {7}).build();
    try (Engine engine = Engine.create();
        Session session = engine.openSession()) {
      assertInstanceOf(Outcome.Completed.class, session.call(tool, call));
      assertArrayEquals(new byte[] {7}, session.workspace().readFile("/in/a.txt"));
    }
  }

  @Test
  void files_ofACallThatDoesNotStart_areNotWritten() {
    Call call = Call.builder().file("/a.txt", new byte[] {7}).build();
    SessionOptions closed =
        SessionOptions.builder(Policy.strict()).gate(plan -> Gate.Answer.deny("no")).build();
    try (Engine engine = Engine.create();
        Session denied = engine.openSession(closed);
        Session open = engine.openSession()) {
      assertInstanceOf(Outcome.Denied.class, denied.call(tool("\"metering\":\"exact\""), call));
      assertFalse(denied.workspace().exists("/a.txt"));

      Tool reads = tool("\"capabilities\":{\"workspace\":\"read\"}");
      assertInstanceOf(Outcome.Refused.class, open.call(reads, call));
      assertFalse(open.workspace().exists("/a.txt"));

      Call above = Call.builder().file("/../a.txt/", new byte[0]).build();
      assertInstanceOf(Outcome.Refused.class, open.call(tool("\"metering\":\"exact\""), above));
    }
  }

  @Test
  void files_arePartOfThePlan() {
    Tool tool = tool("\"metering\":\"exact\"");
    Call one = Call.builder().file("/a", new byte[] {1}).build();
    Call two = Call.builder().file("/a", new byte[] {2}).build();
    Policy policy = Policy.strict();

    assertNotEquals(Plan.of(tool, one, policy).digest(), Plan.of(tool, two, policy).digest());
    assertEquals(
        Plan.of(tool, one, policy).digest(),
        Plan.of(tool, Call.approved(Plan.of(tool, one, policy)), policy).digest());
  }

  @Test
  void h4_badManifest_hasNoStructuredSide() {
    assertThrows(PolicyException.class, () -> StructuredTool.of(tool("\"input\":{}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          "properties": { "p": { "writeOnly": true }, "q": {} }                              | true  | false
          "properties": { "p": { "format": "password" }, "q": { "format": "email" } }        | true  | false
          "properties": { "p": { "items": { "writeOnly": true } }, "q": {} } | true | false
          "$defs": { "s": { "writeOnly": true } }, "properties": { "p": { "$ref": "#/$defs/s" }, "q": {} } | true | false
          "properties": { "p": {}, "q": {} }, "allOf": [ { "properties": { "p": { "writeOnly": true } } } ] | true | false
          "$defs": { "s": { "properties": { "p": { "writeOnly": true } } } }, "$ref": "#/$defs/s", "properties": { "p": {}, "q": {} } | true | false
          "properties": { "p": {}, "q": {} }, "additionalProperties": { "writeOnly": true }                                    | true  | true
          "writeOnly": true, "properties": { "p": {}, "q": {} }                              | true  | true
          "properties": { "p": { "writeOnly": false }, "q": { "default": { "$ref": "#/properties/q" } } } | false | false
          """)
  void argument_ofAPropertyThatTheSchemaMarksSecret_isSecret(
      String schema, boolean first, boolean second) {
    StructuredTool marked =
        StructuredTool.of(
            tool(
                """
                "input": { "type": "object", %s },
                "call": { "arguments": [ "run", { "property": "p", "option": "-p" }, { "property": "q" } ] }"""
                    .formatted(schema)));

    Call call = marked.call("{\"p\": \"one\", \"q\": \"two\"}").build();

    assertEquals(List.of("run", "-p", "one", "two"), call.arguments());
    assertFalse(call.isSecret(0) || call.isSecret(1));
    assertEquals(first, call.isSecret(2));
    assertEquals(second, call.isSecret(3));
  }
}
