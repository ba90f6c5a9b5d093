package dev.cloche.workspace.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ContentTest {
  record Step(boolean write, int offset, int length) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> offsets =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 300),
            Arbitraries.integers().between(Content.PAGE - 3, Content.PAGE + 3),
            Arbitraries.integers().between(0, 3 * Content.PAGE));
    return Combinators.combine(Arbitraries.of(true, true, false), offsets, offsets)
        .as(Step::new)
        .list()
        .ofMaxSize(12);
  }

  @Property(tries = 300)
  void content_isLikeAnArray(@ForAll("steps") List<Step> steps, @ForAll long seed) {
    Random random = new Random(seed);
    Content content = new Content();
    byte[] model = new byte[0];
    for (Step step : steps) {
      if (step.write()) {
        byte[] bytes = new byte[step.length()];
        random.nextBytes(bytes);
        content.write(step.offset(), bytes, 0, bytes.length);
        if (bytes.length > 0) {
          model = Arrays.copyOf(model, Math.max(model.length, step.offset() + bytes.length));
          System.arraycopy(bytes, 0, model, step.offset(), bytes.length);
        }
      } else {
        content.resize(step.offset());
        model = Arrays.copyOf(model, step.offset());
      }
      assertEquals(model.length, content.size());
    }
    byte[] all = new byte[model.length];
    Arrays.fill(all, (byte) 77);
    assertEquals(all.length, content.read(0, all, 0, all.length));
    assertArrayEquals(model, all);
    assertEquals(0, content.read(model.length, all, 0, all.length));
    assertEquals(0, content.read(Long.MAX_VALUE, all, 0, all.length));
  }
}
