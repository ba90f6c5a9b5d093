package dev.cloche.replay;

import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.EgressUsage;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.FetchResponse;
import dev.cloche.egress.Header;
import dev.cloche.egress.Patience;
import dev.cloche.module.Sha256;
import dev.cloche.replay.Sheet.FailurePart;
import dev.cloche.replay.Sheet.Pair;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes down requests as the guest makes them, before anything is put into them, and what comes
 * back as the guest is given it, after every secret was taken out.
 */
final class TapedEgress implements Egress {

  private final Egress real;
  private final Room room;
  private final List<Taped> exchanges = new ArrayList<>();

  TapedEgress(Egress real, Room room) {
    this.real = real;
    this.room = room;
  }

  List<Sheet.ExchangePart> parts() {
    return exchanges.stream().map(Taped::part).toList();
  }

  @Override
  public Exchange open(FetchRequest request, Patience patience) throws EgressException {
    room.take(size(request.url()) + size(request.method()) + size(request.headers()));
    Taped taped = new Taped(request, room);
    exchanges.add(taped);
    try {
      taped.real = real.open(request, patience);
      return taped;
    } catch (EgressException failed) {
      taped.refused = failure(failed);
      throw failed;
    }
  }

  @Override
  public EgressUsage usage() {
    return real.usage();
  }

  @Override
  public void close() {
    real.close();
  }

  private static long size(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static long size(List<Header> headers) {
    return headers.stream().mapToLong(each -> 40 + size(each.name()) + size(each.value())).sum();
  }

  static FailurePart failure(EgressException failed) {
    return new FailurePart(
        failed.kind().name(), failed.rule(), String.valueOf(failed.getMessage()));
  }

  static List<Pair> pairs(List<Header> headers) {
    return headers.stream().map(each -> new Pair(each.name(), each.value())).toList();
  }

  /** One exchange; used on the guest's thread, but for its close. */
  private static final class Taped implements Exchange {
    private final FetchRequest request;
    private final Room room;
    private final MessageDigest body = Sha256.begin();
    private final TapedInput answer;
    private @Nullable Exchange real;
    private long written;
    private @Nullable FailurePart refused;
    private @Nullable FailurePart writing;
    private @Nullable FailurePart sending;
    private @Nullable FailurePart reading;
    private @Nullable FetchResponse response;

    Taped(FetchRequest request, Room room) {
      this.request = request;
      this.room = room;
      this.answer = new TapedInput(room);
    }

    private Exchange open() {
      if (real == null) {
        throw new IllegalStateException("the request was refused");
      }
      return real;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws EgressException {
      try {
        open().write(bytes, offset, length);
        body.update(bytes, offset, length);
        written += length;
      } catch (EgressException failed) {
        writing = failure(failed);
        throw failed;
      }
    }

    @Override
    public FetchResponse send() throws EgressException {
      try {
        FetchResponse came = open().send();
        room.take(size(came.url()) + size(came.headers()));
        response = came;
        return came;
      } catch (EgressException failed) {
        sending = failure(failed);
        throw failed;
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws EgressException {
      try {
        return answer.read(open().read(bytes, offset, length), bytes, offset, length);
      } catch (EgressException failed) {
        reading = failure(failed);
        answer.failed();
        throw failed;
      }
    }

    @Override
    public void close() {
      if (real != null) {
        real.close();
      }
    }

    Sheet.ExchangePart part() {
      FetchResponse came = response;
      return new Sheet.ExchangePart(
          request.method(),
          request.url(),
          pairs(request.headers()),
          request.followRedirects(),
          refused,
          written,
          Sha256.end(body),
          writing,
          came == null
              ? null
              : new Sheet.ResponsePart(came.status(), came.url(), pairs(came.headers())),
          sending,
          answer.part(),
          reading);
    }
  }
}
