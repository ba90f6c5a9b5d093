package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ClientHelloTest {
  private static final byte[] RIGHT = Hellos.naming("a.test");

  private static ClientHello reader(String url) throws EgressException {
    return new ClientHello(CanonicalUrl.parse(url));
  }

  private static Optional<byte[]> offer(byte[] bytes) throws EgressException {
    return reader("https://a.test/").offer(bytes, 0, bytes.length);
  }

  private static void assertRefused(byte[] bytes) {
    EgressException refused = assertThrows(EgressException.class, () -> offer(bytes).isPresent());
    assertEquals(EgressException.Kind.DENIED, refused.kind());
    assertEquals(ClientHello.RULE, refused.rule());
  }

  @Test
  void aNameThatIsTheHost_passes_inWhateverPieces() throws EgressException {
    assertArrayEquals(RIGHT, offer(RIGHT).orElseThrow());
    assertTrue(offer(Hellos.naming("A.Test")).isPresent());
    byte[] small = Hellos.records(Hellos.message(Hellos.names(List.of("a.test"))), 3);
    ClientHello reader = reader("https://a.test/");
    for (int i = 0; i < small.length - 1; i++) {
      assertTrue(reader.offer(small, i, 1).isEmpty());
    }
    assertFalse(reader.isDone());
    assertArrayEquals(small, reader.offer(small, small.length - 1, 1).orElseThrow());
    assertTrue(reader.isDone());
  }

  @Test
  void n22_otherNames_noName_andTwoNames_areRefused() {
    assertRefused(Hellos.naming("b.test"));
    assertRefused(Hellos.naming("a.test."));
    assertRefused(Hellos.naming("a.test\0.b.test"));
    assertRefused(Hellos.naming("\u0430.test"));
    assertRefused(Hellos.naming(""));
    assertRefused(Hellos.records(Hellos.message(), 1 << 14));
    byte[] name = Hellos.names(List.of("a.test"));
    assertRefused(Hellos.records(Hellos.message(Hellos.names(List.of("a.test", "b.test"))), 999));
    assertRefused(Hellos.records(Hellos.message(name, name), 999));
    assertRefused(Hellos.records(Hellos.message(name, Hellos.extension(0xfe0d, name)), 999));
  }

  @Test
  void n22_anAddress_goesWithoutAName() throws EgressException {
    byte[] nameless = Hellos.records(Hellos.message(), 1 << 14);
    assertTrue(reader("https://192.0.2.1/").offer(nameless, 0, nameless.length).isPresent());
    ClientHello named = reader("https://192.0.2.1/");
    assertThrows(EgressException.class, () -> named.offer(RIGHT, 0, RIGHT.length).isPresent());
  }

  @Test
  void whatIsNoHello_orHasMoreInIt_orIsTooLong_isRefused() {
    assertRefused("GET / HTTP/1.1".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    assertRefused(new byte[] {22, 3, 1, 0, 0});
    assertRefused(new byte[] {22, 2, 1, 0, 9});
    assertRefused(new byte[] {22, 3, 1, 0, 1, 2});
    byte[] message = Hellos.message(Hellos.names(List.of("a.test")));
    assertRefused(
        Hellos.records(
            Hellos.bytes(
                out -> {
                  out.write(message);
                  out.write(message);
                }),
            1 << 14));
    byte[] large = Hellos.message(Hellos.extension(21, new byte[60_000]));
    assertRefused(Hellos.records(large, 1 << 14));
  }

  @Property(tries = 500)
  void aHelloWithOneByteChanged_passesOnlyWithTheName(
      @ForAll @IntRange(min = 0, max = 79) int at, @ForAll byte value) {
    byte[] changed = RIGHT.clone();
    changed[at % changed.length] = value;
    try {
      Optional<byte[]> passed = offer(changed);
      String text = new String(changed, java.nio.charset.StandardCharsets.ISO_8859_1);
      assertTrue(passed.isEmpty() || text.toLowerCase(java.util.Locale.ROOT).contains("a.test"));
    } catch (EgressException refused) {
      assertEquals(ClientHello.RULE, refused.rule());
    }
  }
}
