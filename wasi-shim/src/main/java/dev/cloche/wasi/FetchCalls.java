package dev.cloche.wasi;

import dev.cloche.egress.Egress;
import dev.cloche.egress.EgressException;
import dev.cloche.egress.Exchange;
import dev.cloche.egress.FetchRequest;
import dev.cloche.egress.FetchResponse;
import dev.cloche.egress.Patience;
import dev.cloche.workspace.tree.Fault;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The functions of the module {@code cloche}: {@code http_*}, requests over an {@link Egress}.
 *
 * <p>A handle is a number that is given once in a call. All that is open when the call ends is
 * closed. Bytes move in pieces of {@link Transfer#CHUNK} at most, a piece a call, each paid for;
 * wherever the network was waited for, the budget is asked whether the call is still to go on.
 */
final class FetchCalls {
  /** Requests open at once: more than a browser keeps for one host. */
  static final int MAX_OPEN = 16;

  /** Bytes of a method: longer than any that is registered. */
  static final int MAX_METHOD = 64;

  /** Bytes of a URL: what servers commonly take. */
  static final int MAX_URL = 8 * 1024;

  /** Bytes of the headers of a request, all together. */
  static final int MAX_HEADERS = 64 * 1024;

  /**
   * Requests of one call that the egress may turn down before it is no longer asked. Each leaves a
   * record with those who watch; a guest in a loop could otherwise bury them.
   */
  static final int MAX_REFUSED = 1_000;

  /** What {@link #MAX_REFUSED} is called where rules and budgets are named. */
  static final String REFUSED_BUDGET = "network.refused";

  private static final int NO_REDIRECTS = 1;

  private final Egress egress;
  private final Patience patience;
  private final Map<Integer, OpenFetch> open = new LinkedHashMap<>();
  private byte[] scratch = new byte[0];
  private int lastHandle;
  private int refused;
  private String openFailure = "";
  private @Nullable EgressException lastFailure;

  FetchCalls(Egress egress, Patience patience) {
    this.egress = egress;
    this.patience = patience;
  }

  /** Returns why a request came to nothing last; whatever succeeded since does not matter. */
  Optional<EgressException> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  /** Closes all that is open. */
  void closeAll() {
    open.values().forEach(OpenFetch::close);
    open.clear();
  }

  void open(Call call) throws Fault, FetchFault {
    int result = call.pointer(7, Integer.BYTES);
    Buffer method = call.buffer(0);
    Buffer url = call.buffer(2);
    Buffer headers = call.buffer(4);
    call.budget().charge(HostCosts.OPEN);
    try {
      call.memory().putInt(result, opened(call, method, url, headers));
    } catch (EgressException failed) {
      throw openFailed(recorded(call, failed));
    }
  }

  private FetchFault openFailed(FetchFault fault) {
    openFailure = fault.text();
    return fault;
  }

  private int opened(Call call, Buffer method, Buffer url, Buffer headers)
      throws EgressException, FetchFault {
    FetchRequest request =
        new FetchRequest(
            text(call, method, MAX_METHOD, "method"),
            text(call, url, MAX_URL, "URL"),
            FetchText.fields(text(call, headers, MAX_HEADERS, "head")),
            (flags(call) & NO_REDIRECTS) == 0);
    if (open.size() == MAX_OPEN) {
      throw openFailed(
          new FetchFault(FetchCode.BUSY, MAX_OPEN + " requests are open, which is the most"));
    }
    Exchange exchange = ask(request);
    lastHandle++;
    open.put(lastHandle, new OpenFetch(exchange));
    call.budget().checkpoint();
    return lastHandle;
  }

  private static int flags(Call call) throws EgressException {
    int flags = call.integer(6);
    if ((flags & ~NO_REDIRECTS) != 0) {
      throw FetchText.malformed("flags hold bits that are not known");
    }
    return flags;
  }

  private Exchange ask(FetchRequest request) throws EgressException {
    if (refused == MAX_REFUSED) {
      throw new EgressException(
          EgressException.Kind.BUDGET,
          REFUSED_BUDGET,
          MAX_REFUSED + " requests of this call were refused, which is the most");
    }
    try {
      return egress.open(request, patience);
    } catch (EgressException failed) {
      refused++;
      throw failed;
    }
  }

  private static String text(Call call, Buffer buffer, int most, String what)
      throws EgressException {
    if (buffer.length() > most) {
      throw FetchText.malformed("the " + what + " has more than " + most + " bytes");
    }
    call.budget().charge(HostCosts.bytes(buffer.length()));
    byte[] bytes = call.memory().getBytes(buffer.address(), buffer.length());
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException malformed) {
      throw FetchText.malformed("the " + what + " is not UTF-8");
    }
  }

  void write(Call call) throws Fault, FetchFault {
    int result = call.pointer(3, Integer.BYTES);
    Buffer from = call.buffer(1);
    OpenFetch fetch = find(call);
    fetch.requireUnsent();
    int length = Math.min(from.length(), Transfer.CHUNK);
    call.budget().charge(HostCosts.bytes(length));
    byte[] bytes = call.memory().getBytes(from.address(), length);
    int written =
        step(
            call,
            fetch,
            exchange -> {
              exchange.write(bytes, 0, length);
              return length;
            });
    call.memory().putInt(result, written);
  }

  void send(Call call) throws Fault, FetchFault {
    int result = call.pointer(1, Integer.BYTES);
    OpenFetch fetch = find(call);
    fetch.requireUnsent();
    FetchResponse response = step(call, fetch, Exchange::send);
    fetch.answered(response);
    call.memory().putInt(result, response.status());
  }

  void headers(Call call) throws Fault, FetchFault {
    int result = call.pointer(3, Integer.BYTES);
    Buffer into = call.buffer(1);
    give(call, find(call).head(), into, result);
  }

  void read(Call call) throws Fault, FetchFault {
    int result = call.pointer(3, Integer.BYTES);
    Buffer into = call.buffer(1);
    OpenFetch fetch = find(call);
    fetch.requireSent();
    int wanted = Math.min(into.length(), Transfer.CHUNK);
    int given = 0;
    if (wanted > 0) {
      byte[] bytes = scratch(wanted);
      given = Math.max(0, step(call, fetch, exchange -> exchange.read(bytes, 0, wanted)));
      call.budget().charge(HostCosts.bytes(given));
      call.memory().putBytes(into.address(), bytes, 0, given);
    }
    call.memory().putInt(result, given);
  }

  void error(Call call) throws Fault, FetchFault {
    int result = call.pointer(3, Integer.BYTES);
    Buffer into = call.buffer(1);
    String text = call.integer(0) == 0 ? openFailure : find(call).failureText();
    give(call, text.getBytes(StandardCharsets.UTF_8), into, result);
  }

  void close(Call call) throws FetchFault {
    OpenFetch fetch = find(call);
    open.remove(call.integer(0));
    fetch.close();
  }

  /** Writes as much as there is room for, and how much there is. */
  private static void give(Call call, byte[] bytes, Buffer into, int result) {
    int length = Math.min(bytes.length, into.length());
    call.budget().charge(HostCosts.bytes(length));
    call.memory().putBytes(into.address(), bytes, 0, length);
    call.memory().putInt(result, bytes.length);
  }

  private OpenFetch find(Call call) throws FetchFault {
    OpenFetch fetch = open.get(call.integer(0));
    if (fetch == null) {
      throw new FetchFault(FetchCode.BAD_HANDLE, "no request is open by this handle");
    }
    return fetch;
  }

  /** Takes a step that may wait; afterwards the call may be over. */
  private <T> T step(Call call, OpenFetch fetch, OpenFetch.Step<T> step) throws FetchFault {
    try {
      T result = step.take(fetch.exchange());
      call.budget().checkpoint();
      return result;
    } catch (EgressException failed) {
      FetchFault fault = recorded(call, failed);
      fetch.fail(fault);
      throw fault;
    }
  }

  private FetchFault recorded(Call call, EgressException failed) {
    lastFailure = failed;
    // Cut by the end of the call: then nothing more is answered.
    call.budget().checkpoint();
    return FetchFault.of(failed);
  }

  private byte[] scratch(int length) {
    if (scratch.length < length) {
      scratch = new byte[length];
    }
    return scratch;
  }
}
