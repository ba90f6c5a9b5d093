package dev.cloche.egress;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** A secret that is injected, and a scrubber that knows this one form of it. */
final class FakeSecret implements Injector {
  static final String VALUE = "s3cr3t-canary";

  final AtomicInteger taken = new AtomicInteger();
  final AtomicInteger givenBack = new AtomicInteger();
  private final Injection.Place place;
  private final String name;
  private volatile boolean revoked;
  private volatile Runnable cut = () -> {};

  FakeSecret(Injection.Place place, String name) {
    this.place = place;
    this.name = name;
  }

  void revoke() {
    revoked = true;
    cut.run();
  }

  @Override
  public Injection inject(String credential, String method, CanonicalUrl url, Runnable onRevoke)
      throws EgressException {
    if (revoked) {
      throw new EgressException(EgressException.Kind.DENIED, "credential", "it was revoked");
    }
    cut = onRevoke;
    taken.incrementAndGet();
    return new Injection(place, name, VALUE, new Naive(), givenBack::incrementAndGet);
  }

  private static final class Naive implements Scrubber {
    @Override
    public String scrub(String text) {
      return text.replace(VALUE, "***");
    }

    @Override
    public Stream stream() {
      return new NaiveStream();
    }
  }

  private static final class NaiveStream implements Scrubber.Stream {
    private byte[] held = {};

    @Override
    public byte[] next(byte[] bytes, int offset, int length) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(held);
      all.write(bytes, offset, length);
      byte[] clean = clean(all.toByteArray());
      int sure = Math.max(0, clean.length - VALUE.length() + 1);
      held = Arrays.copyOfRange(clean, sure, clean.length);
      return Arrays.copyOf(clean, sure);
    }

    @Override
    public byte[] end() {
      return held;
    }

    private static byte[] clean(byte[] bytes) {
      return new String(bytes, StandardCharsets.ISO_8859_1)
          .replace(VALUE, "***")
          .getBytes(StandardCharsets.ISO_8859_1);
    }
  }
}
