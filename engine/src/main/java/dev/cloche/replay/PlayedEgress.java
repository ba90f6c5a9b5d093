package dev.cloche.replay;

import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.FetchResponse;
import dev.cloche.egress.Header;
import dev.cloche.egress.Patience;
import dev.cloche.module.GuestText;
import dev.cloche.module.Sha256;
import dev.cloche.replay.Sheet.ExchangePart;
import dev.cloche.replay.Sheet.FailurePart;
import dev.cloche.replay.Sheet.ResponsePart;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers requests from a recording alone: nothing is resolved, dialled or sent. */
final class PlayedEgress implements Egress {

  private static final String NONE = "none";

  private final List<ExchangePart> parts;
  private final Gap gap;
  private int opened;

  PlayedEgress(List<ExchangePart> parts, Gap gap) {
    this.parts = parts;
    this.gap = gap;
  }

  /** Takes note of requests that were recorded and not made. */
  void requireAllOpened() {
    if (opened < parts.size() && gap.first().isEmpty()) {
      ExchangePart missing = parts.get(opened);
      var unused = gap.found("request", asked(opened, missing.method(), missing.url()), NONE);
    }
  }

  @Override
  public Exchange open(FetchRequest request, Patience patience) throws EgressException {
    String now = asked(opened, request.method(), request.url());
    if (opened == parts.size()) {
      throw gap.found("request", NONE, now);
    }
    ExchangePart part = parts.get(opened);
    String then = asked(opened, part.method(), part.url());
    opened++;
    boolean line =
        part.method().equals(request.method())
            && part.url().equals(request.url())
            && part.followRedirects() == request.followRedirects();
    if (!line) {
      throw gap.found("request", then, now);
    }
    if (!part.headers().equals(TapedEgress.pairs(request.headers()))) {
      throw gap.found("request", then + " with other headers", now);
    }
    fail(part.refused());
    return new Played(part, opened);
  }

  private static String asked(int before, String method, String url) {
    return "request " + (before + 1) + ", " + GuestText.escape(method + " " + url);
  }

  private static void fail(@Nullable FailurePart part) throws EgressException {
    if (part != null) {
      throw new EgressException(kind(part.kind()), part.rule(), part.message());
    }
  }

  static EgressException.Kind kind(String name) {
    try {
      return EgressException.Kind.valueOf(name);
    } catch (IllegalArgumentException unknown) {
      throw new RecordingException(
          "the recording is wrong at fetch: " + GuestText.quote(name) + " is no kind of failure");
    }
  }

  @Override
  public EgressUsage usage() {
    return EgressUsage.NONE;
  }

  @Override
  public void close() {}

  private final class Played implements Exchange {
    private final ExchangePart part;
    private final int number;
    private final MessageDigest body = Sha256.begin();
    private final PlayedInput answer;
    private long written;

    Played(ExchangePart part, int number) {
      this.part = part;
      this.number = number;
      this.answer = new PlayedInput(part.body());
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws EgressException {
      if (written + length > part.bodyBytes()) {
        fail(part.writing());
        throw gap.found("request", body(part.bodyBytes()), body(written + length) + " or more");
      }
      body.update(bytes, offset, length);
      written += length;
    }

    private String body(long bytes) {
      return "request " + number + " with " + bytes + " bytes";
    }

    @Override
    public FetchResponse send() throws EgressException {
      if (written != part.bodyBytes()) {
        throw gap.found("request", body(part.bodyBytes()), body(written));
      }
      if (!Sha256.end(body).equals(part.bodySha256())) {
        throw gap.found("request", body(written), "other bytes");
      }
      fail(part.sending());
      ResponsePart came = part.response();
      if (came == null) {
        throw gap.found("request", "request " + number + " that was not sent", "sent");
      }
      return new FetchResponse(
          came.status(),
          came.url(),
          came.headers().stream().map(each -> new Header(each.name(), each.value())).toList());
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws EgressException {
      int count = answer.read(bytes, offset, length);
      if (count == PlayedInput.MISSING) {
        fail(part.reading());
        throw gap.found("request", "request " + number + ", its answer read in part", "read on");
      }
      return count;
    }

    @Override
    public void close() {}
  }
}
