package dev.cloche.cli.serve;

import dev.cloche.Tool;
import dev.cloche.cli.WasiText;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Small tools in the text format, each with a manifest. */
final class TestTools {

  /** Copies up to 4 KiB of standard input, which is the JSON object it was called with. */
  static final Tool ECHO =
      tool(
          "echo",
          "\"input\": {\"type\": \"object\"}, \"output\": {\"type\": \"object\"}",
          """
          (data (i32.const 8) "\\40\\00\\00\\00\\00\\10\\00\\00")
          (func (export "_start")
            (drop (call $fd_read (i32.const 0) (i32.const 8) (i32.const 1) (i32.const 12)))
            (drop (call $fd_write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 4))))
          """);

  /** Ends with the number of its arguments, its own name included, as status. */
  static final Tool COUNT =
      tool(
          "count",
          "\"capabilities\": {\"workspace\": \"none\"}",
          """
          (func (export "_start")
            (drop (call $args_sizes_get (i32.const 0) (i32.const 4)))
            (call $proc_exit (i32.load (i32.const 0))))
          """);

  /** Runs until it is stopped. */
  static final Tool SPIN = tool("spin", "", "(func (export \"_start\") (loop $l (br $l)))");

  static final Tool TRAP = tool("trap", "", "(func (export \"_start\") unreachable)");

  /** Writes a line with an escape sequence to standard error for ever. */
  static final Tool SPAM =
      tool(
          "spam",
          "",
          """
          (data (i32.const 8) "\\10\\00\\00\\00\\06\\00\\00\\00\\1b[2Jx\\0a")
          (func (export "_start")
            (loop $again
              (drop (call $fd_write (i32.const 2) (i32.const 8) (i32.const 1) (i32.const 0)))
              (br $again)))
          """);

  /** Writes an escape sequence to standard output. */
  static final Tool ESCAPE =
      tool(
          "escape",
          "",
          """
          (data (i32.const 8) "\\10\\00\\00\\00\\06\\00\\00\\00\\1b[2Jx\\0a")
          (func (export "_start")
            (drop (call $fd_write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 0))))
          """);

  /** Makes /made.png of eight bytes, those by which a PNG is known; ends with the errno. */
  static final Tool DRAW =
      tool(
          "draw",
          "\"capabilities\": {\"workspace\": \"write\"}",
          file("made.png", "\\89PNG\\0d\\0a\\1a\\0a"));

  /** Makes /note.txt of eight bytes; ends with the errno. */
  static final Tool NOTE =
      tool("note", "\"capabilities\": {\"workspace\": \"write\"}", file("note.txt", "hi there"));

  private TestTools() {}

  static List<Tool> all() {
    return List.of(ECHO, COUNT, SPIN, TRAP, SPAM, ESCAPE, DRAW, NOTE);
  }

  /** Both name and content have eight bytes. */
  private static String file(String name, String content) {
    return """
    (data (i32.const 8) "\\90\\00\\00\\00\\08\\00\\00\\00")
    (data (i32.const 128) "%s")
    (data (i32.const 144) "%s")
    (func (export "_start") (local $errno i32)
      (local.set $errno
        (call $path_open (i32.const 3) (i32.const 0) (i32.const 128) (i32.const 8)
          (i32.const 1) (i64.const 64) (i64.const 0) (i32.const 0) (i32.const 4)))
      (drop (call $fd_write (i32.load (i32.const 4)) (i32.const 8) (i32.const 1) (i32.const 12)))
      (call $proc_exit (local.get $errno)))
    """
        .formatted(name, content);
  }

  private static Tool tool(String name, String more, String body) {
    return Tool.of(name, module(body), manifest(name, more).getBytes(StandardCharsets.UTF_8));
  }

  static byte[] module(String body) {
    return WasiText.module(body);
  }

  static String manifest(String name, String more) {
    return """
    {"name": "%1$s", "title": "%1$s", "description": "The tool %1$s", "version": "1",
     "license": "Apache-2.0", "source": "this test", "abi": "wasi-command", "usage": ["%1$s"]%2$s}
    """
        .formatted(name, more.isEmpty() ? "" : ", " + more);
  }
}
