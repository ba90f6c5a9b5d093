package dev.cloche.egress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.cloche.fuzz.FuzzInput;
import dev.cloche.fuzz.FuzzTarget;
import dev.cloche.testkit.EncodedForms;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a server says, in chunks; where it says a secret, that is gone wherever it is cut. */
public final class ScrubberFuzz implements FuzzTarget {
  private static final List<String> SECRETS =
      List.of("s3cr3t-canary", "aaaaaaaa", "a\\\"b%2f&lt;+ c/d", "\u00e4\u00df\u6f22\u00e9zzzz");

  private static final List<List<byte[]>> FORMS =
      SECRETS.stream().map(secret -> List.copyOf(EncodedForms.of(secret).values())).toList();

  private static final List<Scrubber> SCRUBBERS =
      SECRETS.stream().map(each -> Scrubber.of(List.of(utf8(each)))).toList();

  @Override
  public String name() {
    return "scrubber";
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    for (int secret = 0; secret < SECRETS.size(); secret++) {
      for (int form = 0; form < FORMS.get(secret).size(); form += 5) {
        byte[] choices = {(byte) secret, (byte) form, 3, 1, 9, 30, 2};
        seeds.add(Scrubbing.concat(choices, utf8("xy\"some text%4\\u00")));
      }
    }
    return seeds;
  }

  @Override
  public void run(byte[] input) {
    FuzzInput choices = new FuzzInput(input);
    int secret = choices.below(SECRETS.size());
    byte[] form = choices.of(FORMS.get(secret));
    List<Integer> seeds = new ArrayList<>();
    for (int cuts = choices.below(6); cuts > 0; cuts--) {
      seeds.add(choices.octet());
    }
    byte[] before = choices.some();
    byte[] after = choices.rest();
    // A bar ends an escape that the text before may have begun: such a text has another reading.
    byte[] text = Scrubbing.concat(before, new byte[] {'|'}, form, after);
    List<Integer> cuts = seeds.stream().map(seed -> seed % (text.length + 1)).toList();

    Scrubber scrubber = SCRUBBERS.get(secret);
    byte[] out = Scrubbing.inChunks(scrubber, text, cuts);

    assertFalse(Scrubbing.contains(out, form));
    assertFalse(Scrubbing.contains(out, utf8(SECRETS.get(secret))));
    assertArrayEquals(Scrubbing.whole(scrubber, text), out);
  }
}
