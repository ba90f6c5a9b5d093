package dev.cloche.adapter;

import dev.cloche.Call;
import dev.cloche.Captured;
import dev.cloche.Outcome;
import dev.cloche.StructuredResult;
import dev.cloche.Usage;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes calls in the session that a source has for them, and their answers. Thread-safe. */
final class ToolCalls {

  private static final Logger LOG = LoggerFactory.getLogger(ToolCalls.class);

  private final SessionSource sessions;
  private final int textLimit;

  ToolCalls(SessionSource sessions, int textLimit) {
    this.sessions = Objects.requireNonNull(sessions, "sessions");
    this.textLimit = textLimit;
  }

  ToolAnswer run(String conversation, AgentTool tool, Call call) {
    try {
      return sessions.with(conversation, session -> answer(tool, session.call(tool.tool(), call)));
    } catch (RuntimeException e) {
      // The embedder's side failed: the model learns that, and no more.
      LOG.warn("tool {} found no session", tool.name(), e);
      return answer(
          tool,
          new Outcome.HostFault(
              "no session for the call", Captured.EMPTY, Captured.EMPTY, Usage.NONE));
    }
  }

  private ToolAnswer answer(AgentTool tool, Outcome outcome) {
    return answer(tool.name(), outcome, tool.result(outcome));
  }

  /** What is not called at all. */
  ToolAnswer refused(String name, String why) {
    return answer(name, new Outcome.Refused(why), StructuredResult.NONE);
  }

  private ToolAnswer answer(String name, Outcome outcome, StructuredResult result) {
    return new ToolAnswer(outcome, result, new AnswerText(name, textLimit).of(outcome, result));
  }
}
