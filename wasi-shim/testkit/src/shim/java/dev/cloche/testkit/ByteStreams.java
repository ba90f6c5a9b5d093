package dev.cloche.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generates bytes that come in chunks: whole, one by one, cut anywhere, with chunks of nothing. */
public final class ByteStreams {

  private ByteStreams() {}

  /** Returns up to 300 bytes of any content, cut anyhow. */
  public static Arbitrary<ChunkedBytes> any() {
    return cutting(
        Arbitraries.oneOf(
            List.of(
                Arbitraries.bytes().array(byte[].class).ofMaxSize(300),
                Arbitraries.of((byte) 0, (byte) '\n', (byte) '\r', (byte) 'a')
                    .array(byte[].class)
                    .ofMaxSize(300))));
  }

  /** Returns these contents, cut anyhow. */
  public static Arbitrary<ChunkedBytes> cutting(Arbitrary<byte[]> contents) {
    return contents.flatMap(
        bytes -> borders(bytes.length).map(borders -> ChunkedBytes.of(bytes, borders)));
  }

  /**
   * Returns bytes that hold a marker once or more, such as a secret or the end of a header, cut
   * before it, behind it and most often within it.
   *
   * @param marker at least one byte
   */
  public static Arbitrary<ChunkedBytes> holding(byte[] marker) {
    Arbitrary<byte[]> around = Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
    return Combinators.combine(around, around, borders(marker.length), Arbitraries.of(false, true))
        .as((before, after, within, twice) -> joined(before, marker, after, within, twice));
  }

  private static ChunkedBytes joined(
      byte[] before, byte[] marker, byte[] after, List<Integer> within, boolean twice) {
    ChunkedBytes whole =
        twice
            ? ChunkedBytes.joined(before, marker, marker, after)
            : ChunkedBytes.joined(before, marker, after);
    List<Integer> borders = new ArrayList<>(within.size() % 2 == 0 ? whole.borders() : List.of());
    within.forEach(cut -> borders.add(before.length + cut));
    return ChunkedBytes.of(whole.bytes(), borders);
  }

  private static Arbitrary<List<Integer>> borders(int length) {
    Arbitrary<Integer> place = Arbitraries.integers().between(0, length);
    return Arbitraries.frequencyOf(
        Tuple.of(1, Arbitraries.just(List.of())),
        Tuple.of(1, Arbitraries.just(IntStream.range(1, length).boxed().toList())),
        Tuple.of(2, place.list().ofMinSize(1).ofMaxSize(3)),
        Tuple.of(1, place.list().ofMaxSize(30)));
  }
}
