package dev.cloche.host.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a command reaches that may reach something, by programs that know of proxies and others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NetworkTest {
  private Arena arena;
  private Town town;

  @BeforeAll
  void open() throws IOException {
    arena = Arena.open(false);
  }

  @BeforeEach
  void found() throws IOException {
    town = Town.open();
  }

  @AfterAll
  void nothingIsLeftOver() throws IOException {
    arena.close();
  }

  @Test
  void allowedRequests_pass_throughTheProxyAndWithoutOne() {
    String curl = "curl -sS --cacert ca.pem ";
    assertEquals(
        List.of("GET /open/x", "POST /open/x hello", "GET /any/path", "GET /open/x", "GET /y"),
        town.bash(
            arena,
            curl
                + "http://web.test:WEB/open/x; "
                + curl
                + "-d hello http://web.test:WEB/open/x; "
                + curl
                + "https://safe.test:SAFE/any/path; "
                + "unset http_proxy https_proxy HTTP_PROXY HTTPS_PROXY; "
                + curl
                + "http://web.test:WEB/open/x; "
                + curl
                + "https://safe.test:SAFE/y"));
    assertTrue(town.decided.contains("allowed safe CONNECT"));
    assertTrue(town.decided.contains("ended CONNECT"));
  }
}
