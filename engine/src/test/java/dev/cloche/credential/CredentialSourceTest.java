package dev.cloche.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cloche.egress.Injection;
import dev.cloche.policy.CredentialRule;
import dev.cloche.policy.CredentialSource;
import dev.cloche.policy.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialSourceTest {
  private static final CredentialRequest REQUEST =
      new CredentialRequest("s", "c", "t", "github", List.of(), Duration.ofMinutes(1));

  @TempDir Path directory;

  private Path file(String text, String permissions) throws IOException {
    Path file = Files.writeString(directory.resolve("secret"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static String read(CredentialIssuer issuer) throws Exception {
    try (Credential credential = issuer.issue(REQUEST)) {
      return credential.reveal();
    }
  }

  @ParameterizedTest
  @CsvSource({"'tok\n',tok", "'tok\r\n',tok", "tok,tok", "'tok\n\n','tok\n'", "' tok ',' tok '"})
  void file_oneNewline_isCut(String text, String value) throws Exception {
    Path file = file(text, "rw-------");
    assertEquals(value, read(CredentialIssuer.file(file)));
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    assertEquals(value, read(CredentialIssuer.file(link)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw----rw-", "rw-----w-"})
  void file_openToOthers_isRefused(String permissions) throws Exception {
    CredentialIssuer issuer = CredentialIssuer.file(file("tok", permissions));
    assertThrows(IOException.class, () -> read(issuer));
    assertEquals("tok", read(CredentialIssuer.file(file("tok", "rw-r-----"))));
  }

  @Test
  void file_tooLargeOrNone_isRefused() throws Exception {
    assertEquals(
        65_536, read(CredentialIssuer.file(file("x".repeat(65_536), "rw-------"))).length());
    CredentialIssuer large = CredentialIssuer.file(file("x".repeat(65_537), "rw-------"));
    assertThrows(IOException.class, () -> read(large));
    assertThrows(IOException.class, () -> read(CredentialIssuer.file(directory)));
    assertThrows(
        IOException.class, () -> read(CredentialIssuer.file(directory.resolve("missing"))));
  }

  @Test
  void environment_isReadEachTime() throws Exception {
    Map<String, String> environment = new java.util.HashMap<>(Map.of("TOKEN", "one\n"));
    CredentialIssuer issuer = new EnvironmentIssuer("TOKEN", environment::get);
    assertEquals("one", read(issuer));
    environment.put("TOKEN", "two");
    assertEquals("two", read(issuer));
    environment.put("TOKEN", "");
    assertThrows(IllegalStateException.class, () -> read(issuer));
    environment.clear();
    assertThrows(IllegalStateException.class, () -> read(issuer));
  }

  private static CredentialRule rule(
      Injection.Place place, String field, String template, Duration ttl, int uses) {
    Placement placement = new Placement(place, field, template);
    return new CredentialRule(new CredentialSource.Issuer(), Optional.of(placement), ttl, uses);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "content-type",
        "Content-Length",
        "Connection",
        "TE",
        "Upgrade",
        "Proxy-Authorization",
        "Content-MD5",
        "Via",
        "HTTP2-Settings",
        "Transfer-Encoding",
        "a b",
        "a:",
        "",
        "a\r\nb",
        "\u00e9"
      })
  void rule_headerThatFramesOrIsNone_isRefused(String field) {
    assertThrows(
        IllegalArgumentException.class,
        () -> rule(Injection.Place.HEADER, field, "{}", CredentialRule.DEFAULT_TTL, 1));
    assertEquals(
        "X-Key",
        rule(Injection.Place.HEADER, "X-Key", "{}", CredentialRule.DEFAULT_TTL, 1)
            .placement()
            .orElseThrow()
            .field());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer", "{}{}", "Bearer {token}", "{}\r\nX: y", "\u00e9{}"})
  void rule_templateWithoutOnePlace_isRefused(String template) {
    assertThrows(
        IllegalArgumentException.class,
        () -> rule(Injection.Place.QUERY, "key", template, CredentialRule.DEFAULT_TTL, 1));
    assertEquals(
        "k-v", rule(Injection.Place.QUERY, "key", "k-{}", CredentialRule.DEFAULT_TTL, 1).fill("v"));
  }

  @ParameterizedTest
  @CsvSource({"PT0.999S,1", "PT24H0.001S,1", "PT1S,0", "PT1S,1000001", "PT-1S,1"})
  void rule_outOfRange_isRefused(Duration ttl, int uses) {
    assertThrows(
        IllegalArgumentException.class, () -> rule(Injection.Place.QUERY, "key", "{}", ttl, uses));
    for (Duration allowed : List.of(CredentialRule.MIN_TTL, CredentialRule.MAX_TTL)) {
      assertEquals(allowed, rule(Injection.Place.QUERY, "key", "{}", allowed, 1_000_000).ttl());
    }
  }

  @Test
  void rule_queryParameterThatNeedsEscapes_isRefused() {
    for (String field : List.of("a[b]", "a b", "a&b", "a=b", "", "x".repeat(65), "\u00e9")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> rule(Injection.Place.QUERY, field, "{}", CredentialRule.DEFAULT_TTL, 1),
          field);
    }
    assertEquals(
        "a.b_c~d-e",
        rule(Injection.Place.QUERY, "a.b_c~d-e", "{}", CredentialRule.DEFAULT_TTL, 1)
            .placement()
            .orElseThrow()
            .field());
  }
}
