package dev.cloche.cli;

import dev.cloche.Engine;
import dev.cloche.Limits;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.SessionOptions;
import dev.cloche.audit.AuditException;
import dev.cloche.audit.AuditLog;
import dev.cloche.policy.PolicySource;
import dev.cloche.workspace.Workspace;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A policy, and the log that what happens under it is recorded in. */
record PolicySetting(Policy policy, Optional<AuditLog> audit) implements Setting {

  static PolicySetting open(Arguments arguments) {
    boolean ofFile = arguments.hasMatchedOption(PolicyOptions.POLICY);
    Policy given = PolicyOptions.policy(arguments, Policy.strict());
    Limits limits =
        ofFile ? LimitOptions.narrowed(arguments, given.limits()) : LimitOptions.limits(arguments);
    Policy policy = given.toBuilder().limits(limits).build();
    return new PolicySetting(policy, AuditOptions.open(arguments, PolicySource.hosts(policy)));
  }

  @Override
  public Limits limits() {
    return policy.limits();
  }

  @Override
  public List<Mount> mounts() {
    return Mount.of(policy);
  }

  @Override
  public boolean hasNetwork() {
    return policy.network().rules().layers().stream().noneMatch(layer -> layer.allow().isEmpty());
  }

  @Override
  public Workspace workspace(InstantSource clock) {
    return Workspace.inMemory(
        policy.workspace().limits(), clock, policy.workspace().protectedNames());
  }

  @Override
  public Session session(Engine engine, Workspace workspace) {
    SessionOptions.Builder options = SessionOptions.builder(policy).workspace(workspace);
    audit.ifPresent(options::audit);
    try {
      return engine.openSession(options.build());
    } catch (AuditException failed) {
      throw new HostFaultException(String.valueOf(failed.getMessage()), failed);
    }
  }

  /** What cannot be recorded makes the run a failure, also where the call itself was none. */
  @Override
  public int end(Session session, int status, PrintWriter err) {
    try {
      session.close();
      audit.ifPresent(AuditLog::close);
      return status;
    } catch (AuditException failed) {
      err.println(Complaints.line(AuditOptions.AUDIT + ": " + failed.getMessage()));
      return ExitStatus.HOST_FAULT;
    }
  }

  @Override
  public void close() {
    try {
      audit.ifPresent(AuditLog::close);
    } catch (AuditException failed) {
      // The run has failed already, and says why.
    }
  }
}
