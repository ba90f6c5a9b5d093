package dev.cloche.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cloche.Call;
import dev.cloche.Engine;
import dev.cloche.Session;
import dev.cloche.audit.AuditLog;
import dev.cloche.audit.AuditType;
import dev.cloche.audit.AuditVerifier;
import dev.cloche.audit.Verification;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are killed while they write code cache, audit and host directory: what they leave
 * is whole, or can be told to be torn, and the next one goes on with it.
 *
 * <p>{@code -Dkill.rounds=100} kills so many instead of one; docs/endurance.md has the command.
 */
@Tag("one-jdk")
@Timeout(7200)
class KilledTest {

  private static final int ROUNDS = Integer.getInteger("kill.rounds", 1);

  private final SplittableRandom random = new SplittableRandom(9);

  @TempDir Path directory;

  @BeforeEach
  void prepare() throws IOException {
    Files.createDirectory(directory.resolve("host"));
    byte[] module =
        Wat.wasm(
            "(module (memory 1) (data (i32.const 0) \"%s\") (func (export \"_start\")))"
                .formatted(Killed.MARK));
    Files.write(directory.resolve("tool.wasm"), module);
  }

  @Test
  void killedInTheMiddle_leavesAuditCacheAndCommitsReadable() throws Exception {
    int last = -1;
    int torn = 0;
    for (int round = 0; round < ROUNDS; round++) {
      last = killAfterSomeCommits(last + 1, 2 + random.nextInt(3));
      torn += assertAuditReadable(last) ? 1 : 0;
      assertCacheReadable(last);
      assertCommitted(last);
    }
    goesOn(last + 2);
    System.out.println("killed " + ROUNDS + " times, " + torn + " audits ended in a torn line");
  }

  /** Returns the last number that was printed. */
  private int killAfterSomeCommits(int first, int commits) throws IOException {
    Process child =
        Child.start(
            Child.command(Killed.class, List.of(), directory.toString(), String.valueOf(first)));
    try (BufferedReader printed =
        new BufferedReader(new InputStreamReader(child.getInputStream(), UTF_8))) {
      int last = -1;
      for (int i = 0; i < commits; i++) {
        last = Integer.parseInt(String.valueOf(printed.readLine()));
      }
      LockSupport.parkNanos(random.nextInt(100_000_000));
      // Not by the process itself, which would close what it printed.
      assertTrue(child.toHandle().destroyForcibly());
      // What it printed meanwhile; of the last line perhaps a part.
      for (String line = printed.readLine(); line != null; line = printed.readLine()) {
        last = line.equals(String.valueOf(last + 1)) ? last + 1 : last;
      }
      return last;
    } finally {
      child.destroyForcibly().onExit().join();
    }
  }

  /** Returns whether the last line is torn, which a verifier tells. */
  private boolean assertAuditReadable(int last) throws IOException {
    Set<Long> commits = new TreeSet<>();
    Verification found =
        AuditVerifier.create()
            .verify(
                audit(),
                (item, verified) -> {
                  if (verified && item.type().equals(AuditType.COMMIT_ENDED.id())) {
                    commits.add(item.seq());
                  }
                });
    assertFalse(found.closed());
    found.broken().ifPresent(broken -> assertEquals(Verification.Kind.TRUNCATED, broken.kind()));
    assertTrue(commits.size() > last, commits.size() + " commits on record, not " + last);
    return found.broken().isPresent();
  }

  private List<Path> audit() throws IOException {
    Path newest = directory.resolve("audit.jsonl");
    List<Path> files;
    try (Stream<Path> all = Files.list(directory)) {
      files =
          new ArrayList<>(
              all.filter(each -> each.toString().matches(".*\\.\\d{6}")).sorted().toList());
    }
    // Between the rename of a part and the next there is none.
    if (Files.exists(newest)) {
      files.add(newest);
    }
    return files;
  }

  private void assertCacheReadable(int last) throws IOException {
    CodeCache cache = CodeCache.open(directory.resolve("cache")).orElseThrow();
    for (int number = 0; number <= last; number++) {
      assertTrue(cache.load(Killed.tool(directory, number)).isPresent(), "code of " + number);
    }
    try (Stream<Path> all = Files.list(directory.resolve("cache"))) {
      long entries = all.filter(each -> each.toString().endsWith(".code")).count();
      // One that was written when the process died is whole, or not there.
      assertEquals(
          entries, last + 1 + (cache.load(Killed.tool(directory, last + 1)).isPresent() ? 1 : 0));
    }
  }

  /** Each file is of the last commit or of the one that was being made, and whole. */
  private void assertCommitted(int last) throws IOException {
    try (Stream<Path> all = Files.list(directory.resolve("host"))) {
      for (Path file : all.toList()) {
        if (!String.valueOf(file.getFileName()).startsWith(".cloche-")) {
          byte[] found = Files.readAllBytes(file);
          boolean next = Arrays.equals(Killed.content(last + 1), found);
          assertTrue(next || Arrays.equals(Killed.content(last), found), file.toString());
        }
      }
    }
  }

  /** Another process goes on with the chain and the directory. */
  private void goesOn(int number) throws IOException {
    try (AuditLog log = Killed.log(directory);
        Engine engine = Killed.engine(directory);
        Session session = Killed.session(engine, log, directory, number)) {
      assertEquals("completed", session.call(Killed.tool(directory, number), Call.of()).id());
      assertTrue(Killed.commit(session, number).isComplete());
    }
    Verification found = AuditVerifier.create().verify(audit());
    assertTrue(found.intact() && found.closed(), found.toString());
    for (int i = 0; i < Killed.FILES; i++) {
      assertArrayEquals(
          Killed.content(number), Files.readAllBytes(directory.resolve("host/f" + i)));
    }
  }
}
