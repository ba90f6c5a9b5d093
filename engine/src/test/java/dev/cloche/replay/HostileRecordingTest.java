package dev.cloche.replay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Execution;
import dev.cloche.Outcome;
import dev.cloche.Session;
import dev.cloche.Tool;
import dev.cloche.run.OpsGuest;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A recording that someone made up or changed: it is refused, or reaches nothing but the guest. */
@Tag("one-jdk") // how a text is read is the same on each
class HostileRecordingTest {

  private static final Tool OPS = OpsGuest.tool();
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Engine engine;
  private static Recording good;

  @BeforeAll
  static void record() {
    engine = Engine.builder().execution(Execution.INTERPRETED).build();
    try (Session session = engine.openSession()) {
      session.workspace().writeFile("/in/a", "content".getBytes(UTF_8));
      session.workspace().createLink("/link", "in");
      Recorder recorder = Recorder.inMemory();
      Outcome outcome =
          recorder.call(session, OPS, Call.builder().arguments("ciRlrz").stdin("input").build());
      good = recorder.recording().orElseThrow(() -> new AssertionError(outcome.message()));
    }
  }

  @AfterAll
  static void close() {
    engine.close();
  }

  private static ObjectNode tree() {
    try {
      ObjectNode tree = (ObjectNode) JSON.readTree(good.bytes());
      tree.remove("sha256");
      return tree;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] sealed(JsonNode tree) {
    return SheetText.seal(tree.toString().replaceFirst("}\\z", "\n}"));
  }

  private static byte[] changed(Consumer<ObjectNode> how) {
    ObjectNode tree = tree();
    how.accept(tree);
    return sealed(tree);
  }

  private static ObjectNode at(ObjectNode tree, String path) {
    JsonNode node = tree.at(path);
    assertTrue(node.isObject(), path);
    return (ObjectNode) node;
  }

  private static ArrayNode list(ObjectNode tree, String path) {
    JsonNode node = tree.at(path);
    assertTrue(node.isArray(), path);
    return (ArrayNode) node;
  }

  @Test
  void unchanged_isTheSame() {
    Verdict verdict = Recording.parse(changed(tree -> {})).replay(engine, OPS);

    assertTrue(verdict.isSame(), verdict::message);
  }

  private static Named<Consumer<ObjectNode>> edit(String name, Consumer<ObjectNode> edit) {
    return Named.of(name, edit);
  }

  static Stream<Named<Consumer<ObjectNode>>> refused() {
    return Stream.of(
        edit("version", tree -> tree.put("version", 2)),
        edit("version as text", tree -> tree.put("version", "1")),
        edit("another kind", tree -> tree.put("cloche", "policy")),
        edit("unknown member", tree -> tree.put("more", 1)),
        edit("member gone", tree -> tree.remove("stdin")),
        edit("null", tree -> tree.putNull("arguments")),
        edit("null in a list", tree -> list(tree, "/arguments").addNull()),
        edit("number for text", tree -> tree.put("policySha256", 1)),
        edit("fraction", tree -> at(tree, "/limits").put("fuel", 1.5)),
        edit("fuel", tree -> at(tree, "/limits").put("fuel", Long.MAX_VALUE)),
        edit("memory", tree -> at(tree, "/limits").put("memoryBytes", 65_537)),
        edit("memory above bounds", tree -> at(tree, "/limits").put("memoryBytes", 1L << 30)),
        edit("output above bounds", tree -> at(tree, "/limits").put("outputBytes", 1L << 30)),
        edit("files above bounds", tree -> at(tree, "/workspace").put("bytes", 1L << 40)),
        edit("nodes above bounds", tree -> at(tree, "/workspace").put("nodes", 10_000_000)),
        edit("use", tree -> tree.put("files", "execute")),
        edit("cuts", tree -> list(tree, "/stdin/cuts").add(-1)),
        edit("base64", tree -> at(tree, "/stdin").put("content", "*")),
        edit("half a reading", tree -> list(tree, "/clock/realtime").add(1)),
        edit("held", tree -> at(tree, "/workspace").put("heldBytes", -5)),
        edit("no root", tree -> list(tree, "/workspace/directories").removeAll()),
        edit("inode twice", tree -> list(tree, "/workspace/files").add(file(tree, 0))),
        edit("inode of the root", tree -> ((ObjectNode) file(tree, 0)).put("inode", 1)),
        edit("inode to come", tree -> at(tree, "/workspace").put("nextInode", 2)),
        edit("name that is a path", tree -> name(tree).put("name", "../../etc")),
        edit("name of two levels", tree -> name(tree).put("name", "a/b")),
        edit("name ..", tree -> name(tree).put("name", "..")),
        edit("no name", tree -> name(tree).put("name", "")),
        edit("name with NUL", tree -> name(tree).put("name", "a\0b")),
        edit("cycle", tree -> name(tree).put("inode", 1)),
        edit("cookie", tree -> name(tree).put("cookie", 1)),
        edit("cookie at the end", tree -> name(tree).put("cookie", Long.MAX_VALUE)),
        edit("node without a name", tree -> list(tree, "/workspace/directories/0/names").remove(0)),
        edit("shown directory", tree -> list(tree, "/workspace/mounts").add(shown(2))),
        edit("outcome", tree -> at(tree, "/end").put("outcome", "fine")),
        edit("outcome without its part", tree -> at(tree, "/end").putNull("exit")),
        edit("output of another digest", tree -> at(tree, "/end").put("stdout", "AAAA")),
        edit("function of ours", tree -> list(tree, "/functions").add(function())),
        edit("call of no function", tree -> list(tree, "/functionCalls").add(functionCall())),
        edit("argument with NUL", tree -> list(tree, "/arguments").add("a\0")),
        edit(
            "variable",
            tree -> list(tree, "/environment").addObject().put("name", "a=b").put("value", "")),
        edit("tool", tree -> at(tree, "/tool").put("runnerSha256", "0".repeat(64))),
        edit("tool without a name", tree -> at(tree, "/tool").put("runner", "")));
  }

  private static JsonNode file(ObjectNode tree, int index) {
    return list(tree, "/workspace/files").get(index);
  }

  private static ObjectNode name(ObjectNode tree) {
    return at(tree, "/workspace/directories/0/names/0");
  }

  private static ObjectNode shown(long inode) {
    ObjectNode node =
        JSON.createObjectNode().put("inode", 99).put("directory", 1).put("now", inode);
    node.put("listed", false).put("isTop", true);
    node.putArray("names");
    node.putArray("above");
    return node;
  }

  private static ObjectNode function() {
    ObjectNode node =
        JSON.createObjectNode().put("namespace", "wasi_snapshot_preview1").put("name", "fd_write");
    node.putArray("parameters");
    node.putArray("results");
    return node;
  }

  private static ObjectNode functionCall() {
    ObjectNode node =
        JSON.createObjectNode().put("function", 0).put("end", "returned").put("result", 0);
    node.putArray("arguments");
    node.putArray("steps");
    return node;
  }

  @ParameterizedTest
  @MethodSource("refused")
  void h2_madeUpRecording_isRefused(Consumer<ObjectNode> edit) {
    byte[] bytes = changed(edit);

    assertThrows(RecordingException.class, () -> Recording.parse(bytes).replay(engine, OPS));
  }

  static Stream<Named<Consumer<ObjectNode>>> different() {
    return Stream.of(
        edit("other input", tree -> at(tree, "/stdin").put("content", "b3RoZXI=")),
        edit("less input", tree -> at(tree, "/stdin").put("content", "").putArray("cuts")),
        edit("no clock", tree -> tree.putNull("clock")),
        edit("less random", tree -> tree.put("random", "AAAA")),
        edit(
            "endless clock",
            tree -> list(tree, "/clock/realtime").insert(0, Long.MAX_VALUE).insert(0, 7)),
        edit("no right to files", tree -> tree.put("files", "none")),
        edit("seed", tree -> tree.put("seed", 3)),
        edit("end of its time", tree -> tree.set("stop", stop(1_000, 0))),
        edit("end before its beginning", tree -> tree.set("stop", stop(-1_000_000, 0))),
        edit("end in a host call", tree -> tree.set("stop", stop(0, 1))),
        edit("a request that is not made", tree -> list(tree, "/fetch").add(exchange())),
        edit("fuel that was used", tree -> at(tree, "/end/usage").put("fuel", 1)),
        edit("changes", tree -> at(tree, "/end").put("workspaceSha256", "")));
  }

  private static ObjectNode stop(long fuel, long place) {
    return JSON.createObjectNode()
        .put("cancelled", true)
        .put("usedMillis", 0)
        .put("fuel", fuel)
        .put("place", place);
  }

  private static ObjectNode exchange() {
    ObjectNode node =
        JSON.createObjectNode().put("method", "GET").put("url", "http://a/").putNull("refused");
    node.putArray("headers");
    node.put("followRedirects", true).put("bodyBytes", 0).put("bodySha256", "");
    node.putNull("writing").putNull("response").putNull("sending").putNull("reading");
    node.putObject("body").put("content", "").put("end", "open").putArray("cuts");
    return node;
  }

  @ParameterizedTest
  @MethodSource("different")
  void h2_changedRecording_isNotTheSame(Consumer<ObjectNode> edit) {
    Verdict verdict = Recording.parse(changed(edit)).replay(engine, OPS);

    assertFalse(verdict.isSame(), verdict::message);
    assertTrue(verdict.difference().isPresent());
  }

  /** A file and a directory of the host that a recording claims, and has not read. */
  @Test
  void h2_fileOfTheHost_isNotThere() {
    Verdict verdict =
        Recording.parse(
                changed(
                    tree -> {
                      ObjectNode file = (ObjectNode) file(tree, 0);
                      ObjectNode claimed = file.deepCopy();
                      claimed.remove("content");
                      claimed.put("file", 7).put("size", 5);
                      list(tree, "/workspace/files").removeAll();
                      list(tree, "/workspace/hostFiles").add(claimed);
                    }))
            .replay(engine, OPS);

    assertEquals(Verdict.Kind.DIFFERENT, verdict.kind(), verdict::message);
    assertEquals("files", verdict.difference().orElseThrow().what());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 20, 100, 1_000})
  void h2_cutOff_isRefused(int left) {
    byte[] bytes = good.bytes();
    byte[] cut = Arrays.copyOf(bytes, left);
    byte[] short1 = Arrays.copyOf(bytes, bytes.length - 1 - left / 10);

    assertThrows(RecordingException.class, () -> Recording.parse(cut));
    assertThrows(RecordingException.class, () -> Recording.parse(short1));
  }

  @Test
  void h2_oneBitOtherwise_isRefused() {
    Random random = new Random(5);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = good.bytes();
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));

      assertThrows(RecordingException.class, () -> Recording.parse(bytes));
    }
  }

  /** Sealed again behind the change: then the reader alone stands between. */
  @Test
  void h2_oneByteOtherwiseAndSealed_isRefusedOrReplayed() {
    String text = tree().toString().replaceFirst("}\\z", "\n}");
    Random random = new Random(6);
    for (int i = 0; i < 300; i++) {
      StringBuilder other = new StringBuilder(text);
      other.setCharAt(random.nextInt(text.length()), (char) (' ' + random.nextInt(95)));
      try {
        Verdict verdict = Recording.parse(SheetText.seal(other.toString())).replay(engine, OPS);
        assertFalse(verdict.message().isEmpty());
      } catch (RecordingException refused) {
        assertFalse(String.valueOf(refused.getMessage()).isEmpty());
      }
    }
  }

  @Test
  void h2_nestedWithoutEnd_isRefused() {
    String deep = "{\"cloche\":\"recording\",\"version\":1,\"engine\":" + "[".repeat(1_000_000);

    assertThrows(RecordingException.class, () -> Recording.parse(SheetText.seal(deep + "\n}")));
  }

  /** A reader of bytes would look for UTF-32 in them, and fail otherwise: found by fuzzing. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE"})
  void h2_otherEncodingThanUtf8_isRefused(String charset) {
    byte[] encoded = new String(good.bytes(), UTF_8).getBytes(Charset.forName(charset));
    encoded[29] = 0x7c; // beyond all characters, in UTF-32

    assertThrows(RecordingException.class, () -> Recording.parse(encoded));
    String sealed = new String(encoded, ISO_8859_1) + "\n}";
    byte[] whole = SheetText.seal(sealed);
    assertThrows(RecordingException.class, () -> Recording.parse(whole));
  }

  /** What a stranger wrote comes back escaped. Found by fuzzing. */
  @Test
  void h2_unknownUseOfFiles_isToldWithoutControlCharacters() {
    ObjectNode edited = tree();
    edited.put("files", "\u007f\u202ewrite\n");
    String text = edited.toString().replaceFirst("}\\z", "\n}");

    RecordingException refused =
        assertThrows(RecordingException.class, () -> Recording.parse(SheetText.seal(text)));

    String message = String.valueOf(refused.getMessage());
    assertTrue(message.chars().allMatch(c -> c >= ' ' && c <= '~'), message);
  }

  @Test
  void h2_keyTwice_isRefused() {
    String text = tree().toString().replaceFirst("}\\z", ",\"files\":\"write\"\n}");

    assertThrows(RecordingException.class, () -> Recording.parse(SheetText.seal(text)));
  }

  @Test
  void otherSchedule_leavesFuelAside() {
    Verdict verdict =
        Recording.parse(
                changed(
                    tree -> {
                      at(tree, "/engine").put("fuelSchedule", 1);
                      at(tree, "/end/usage").put("fuel", 1);
                    }))
            .replay(engine, OPS);

    assertTrue(verdict.isSame(), verdict::message);
    assertEquals(1, verdict.notes().size());
  }

  @Test
  void otherSchedule_ofACallThatDependsOnFuel_isIncomparable() {
    Verdict verdict =
        Recording.parse(
                changed(
                    tree -> {
                      at(tree, "/engine").put("fuelSchedule", 1);
                      tree.put("seed", 5);
                    }))
            .replay(engine, OPS);

    assertEquals(Verdict.Kind.INCOMPARABLE, verdict.kind(), verdict::message);
  }

  @Test
  void record_diskFull_failsTheCall() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "this machine has no /dev/full");
    try (Session session = engine.openSession();
        FileChannel channel = FileChannel.open(full, StandardOpenOption.WRITE)) {
      Recorder recorder = Recorder.writingTo(channel);
      Outcome outcome = recorder.call(session, OPS, Call.of("r"));

      assertEquals("host-fault", outcome.id(), outcome.message());
      assertTrue(recorder.recording().isEmpty());
    }
  }
}
