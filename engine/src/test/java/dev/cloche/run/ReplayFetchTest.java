package dev.cloche.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Outcome;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.Tool;
import dev.cloche.credential.Credential;
import dev.cloche.replay.Recorder;
import dev.cloche.replay.Recording;
import dev.cloche.replay.Verdict;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests of a recorded call: they are answered from the recording, and hold no secret. */
@Tag("one-jdk") // what a recording holds is the same on each
@Timeout(120)
class ReplayFetchTest {

  private static final String SECRET = "canary-3d9/f71+c0=8a";
  private static final Tool OPS = OpsGuest.tool();

  private final LoopbackServer server;
  private final Engine engine = Engine.create();

  ReplayFetchTest() throws IOException {
    server = new LoopbackServer();
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    server.close();
  }

  private Session session(String more) {
    Policy policy =
        Sessions.policy(
            """
            network: { %s allow: [
              { url: "%s", private: true, methods: [GET], credential: key },
              { url: "%s", private: true, methods: [POST] } ] }
            credentials: { key: { issuer: true, header: Authorization, value: "Bearer {}" } }
            """,
            more, server.url("/"), server.url("/"));
    return engine.openSession(
        SessionOptions.builder(policy).credentialIssuer(request -> Credential.of(SECRET)).build());
  }

  private Recording recorded(Session session, String ops, String url) {
    Recorder recorder = Recorder.inMemory();
    Outcome outcome = recorder.call(session, OPS, Call.of(ops, url));
    return recorder.recording().orElseThrow(() -> new AssertionError(outcome.message()));
  }

  @Test
  void replay_requests_comeFromTheRecordingAlone() throws IOException {
    List<Recording> recordings = new ArrayList<>();
    try (Session session = session("")) {
      recordings.add(recorded(session, "fpcf", server.url("/a?b")));
      recordings.add(recorded(session, "f", server.url("/big")));
      recordings.add(recorded(session, "f", server.url("/gzip")));
      recordings.add(recorded(session, "f", server.url("/redirect")));
      recordings.add(recorded(session, "f", "http://127.0.0.1:1/not-allowed"));
      recordings.add(recorded(session, "f", "no url"));
    }
    int before = server.heads.size();
    server.close();

    assertEquals(7, before);
    for (Recording recording : recordings) {
      Verdict verdict = Recording.parse(recording.bytes()).replay(engine, OPS);
      assertTrue(verdict.isSame(), verdict::message);
    }
    assertEquals(before, server.heads.size());
  }

  @Test
  void replay_deniedAndOverABudget_endsTheSame() {
    try (Session session = session("requests: 1,")) {
      Recording denied = recorded(session, "fq", "http://127.0.0.1:1/not-allowed");
      assertInstanceOf(Outcome.Denied.class, denied.outcome());
      Recording budget = recorded(session, "ffq", server.url("/a"));
      assertInstanceOf(Outcome.LimitExceeded.class, budget.outcome());

      for (Recording recording : List.of(denied, budget)) {
        Verdict verdict = recording.replay(engine, OPS);
        assertTrue(verdict.isSame(), verdict::message);
      }
    }
  }

  /** All texts of the recording, and all its bytes that stand in base64. */
  private static List<String> readable(Recording recording) throws IOException {
    List<String> all = new ArrayList<>(List.of(new String(recording.bytes(), ISO_8859_1)));
    collect(new ObjectMapper().readTree(recording.bytes()), all);
    return all;
  }

  private static void collect(JsonNode node, List<String> into) {
    node.forEach(each -> collect(each, into));
    if (node.isTextual()) {
      into.add(node.textValue());
      try {
        into.add(new String(Base64.getDecoder().decode(node.textValue()), ISO_8859_1));
      } catch (IllegalArgumentException noBase64) {
        // Then it is a text.
      }
    }
  }

  private static List<String> forms() {
    byte[] plain = SECRET.getBytes(UTF_8);
    List<String> forms = new ArrayList<>();
    forms.add(SECRET);
    forms.add(URLEncoder.encode(SECRET, UTF_8));
    forms.add(HexFormat.of().formatHex(plain));
    forms.add(HexFormat.of().withUpperCase().formatHex(plain));
    forms.add(new StringBuilder(SECRET).reverse().toString());
    for (int shift = 0; shift < 3; shift++) {
      byte[] shifted = new byte[plain.length + shift];
      System.arraycopy(plain, 0, shifted, shift, plain.length);
      String text = Base64.getEncoder().withoutPadding().encodeToString(shifted);
      forms.add(text.substring(shift == 0 ? 0 : 3, text.length() - 2));
      forms.add(
          Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(shifted)
              .substring(shift == 0 ? 0 : 3, text.length() - 2));
    }
    return forms;
  }

  @Test
  void c2_recordOfACallWithACredential_holdsItInNoForm() throws IOException {
    try (Session session = session("")) {
      // The server sends back what it was sent, in a header and in the body.
      Recording recording = recorded(session, "ff", server.url("/echo"));

      assertTrue(server.heads.get(0).contains(SECRET), "the server was sent it");
      assertTrue(readable(recording).stream().anyMatch(text -> text.contains("[redacted]")));
      for (String text : readable(recording)) {
        for (String form : forms()) {
          assertFalse(text.contains(form), form);
        }
      }
    }
  }

  @Test
  void c1_secretThatCameByAnotherWay_isNotWritten() {
    try (Session session = session("")) {
      Recorder recorder = Recorder.inMemory();
      Call call =
          Call.builder()
              .arguments("fiiiiii", server.url("/echo"))
              .stdin("it is " + SECRET + ", you know")
              .build();
      Outcome outcome = recorder.call(session, OPS, call);

      assertInstanceOf(Outcome.HostFault.class, outcome, outcome.message());
      assertFalse(outcome.message().contains(SECRET));
      assertEquals(Optional.empty(), recorder.recording());
    }
  }

  @Test
  void c1_environment_isThatOfTheGuestAlone() throws IOException {
    Policy policy = Sessions.policy("environment: { NAMED: { env: HOST }, SAID: said }");
    try (Session session = engine.openSession(SessionOptions.of(policy))) {
      Recorder recorder = Recorder.inMemory();
      Outcome outcome = recorder.call(session, OPS, Call.of("r"));
      Recording recording =
          recorder.recording().orElseThrow(() -> new AssertionError(outcome.message()));
      JsonNode environment = new ObjectMapper().readTree(recording.bytes()).path("environment");

      assertEquals(2, environment.size());
      assertEquals("of the host", environment.path(0).path("value").textValue());
      String all = new String(recording.bytes(), UTF_8);
      System.getenv().values().stream()
          .filter(value -> value.length() > 12)
          .forEach(value -> assertFalse(all.contains(value), "a variable of the host"));
    }
  }
}
