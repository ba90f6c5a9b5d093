package dev.cloche.module;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.module.ModuleException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are no core modules at all. */
class FormatSnifferTest {

  private static void assertStranger(byte[] bytes, long offset, String rule) {
    Refusals.assertRefused(bytes, Kind.NOT_A_MODULE, "header", offset, rule);
  }

  @Test
  void read_header_isAccepted() throws ModuleException {
    Refusals.assertAccepted(WasmBytes.HEADER);
  }

  @Test
  void read_emptyFile_saysSo() {
    assertStranger(new byte[0], 0, "empty-file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(module)", ";; größe\n(module\t(func))", "#!/bin/sh\r\n", "{\"a\":1}", "x"})
  void read_text_isRecognised(String text) {
    assertStranger(text.getBytes(StandardCharsets.UTF_8), 0, "text-file");
  }

  @Test
  void read_text_advisesToCompile() {
    ModuleException refusal = Refusals.refusal("(module)".getBytes(StandardCharsets.UTF_8));

    assertTrue(refusal.getMessage().contains("wat2wasm"), refusal.getMessage());
  }

  @Test
  void read_gzip_isRecognised() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(file)) {
      gzip.write(Guests.RICH);
    }

    assertStranger(file.toByteArray(), 0, "gzip-file");
  }

  @ParameterizedTest
  @CsvSource({
    "00 61 73 6d 0d 00 01 00, component",
    "00 61 73 6d 0a 00 01 00, component",
    "00 61 73 6d 02 00 00 00, version",
    "00 61 73 6d 00 00 00 00, version",
    "00 61 73 6d 01 00 02 00, version",
    "00 61 73 6d 01 01 00 00, version",
  })
  void read_otherVersion_isNamed(String header, String rule) {
    assertStranger(WasmBytes.hex(header), 4, rule);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"7f 45 4c 46 02 01 01 00", "00 61 73 6e 01 00 00 00", "ca fe ba be 00 00", "1f"})
  void read_otherBinary_lacksTheMagicBytes(String header) {
    assertStranger(WasmBytes.hex(header), 0, "magic");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void read_cutHeader_isTruncated(int length) {
    byte[] cut = Arrays.copyOf(WasmBytes.HEADER, length);

    Refusals.assertRefused(cut, Kind.MALFORMED, "header", length, "truncated");
  }
}
