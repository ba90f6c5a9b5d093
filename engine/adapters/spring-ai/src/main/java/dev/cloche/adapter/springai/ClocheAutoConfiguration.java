package dev.cloche.adapter.springai;

import dev.cloche.Backend;
import dev.cloche.Engine;
import dev.cloche.Gate;
import dev.cloche.Policy;
import dev.cloche.SessionOptions;
import dev.cloche.adapter.ConversationSessions;
import dev.cloche.adapter.SessionSource;
import dev.cloche.adapter.ToolBox;
import dev.cloche.audit.AuditLog;
import dev.cloche.credential.CredentialIssuer;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Offers the tools that {@code cloche.tools} names, under the policy that {@code cloche.policy}
 * names. Each bean is made only where the application has none of its kind; a {@link Gate}, an
 * {@link AuditLog}, a {@link CredentialIssuer} and a {@link Backend} of the application are used.
 */
@AutoConfiguration
@ConditionalOnClass(ToolCallbackProvider.class)
@EnableConfigurationProperties(ClocheProperties.class)
public class ClocheAutoConfiguration {

  /** Called by Spring. */
  public ClocheAutoConfiguration() {}

  /** The engine, closed with the application. */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  public Engine clocheEngine(ObjectProvider<Backend> backend) {
    Engine.Builder engine = Engine.builder();
    backend.ifAvailable(engine::backend);
    return engine.build();
  }

  /** The policy of all sessions. */
  @Bean
  @ConditionalOnMissingBean
  public Policy clochePolicy(ClocheProperties properties) {
    @Nullable String file = properties.policy();
    if (file == null) {
      return Policy.builder().build();
    }
    try {
      return Policy.read(Path.of(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("cloche.policy names a file that cannot be read", e);
    }
  }

  /** A session for each conversation, and for each call that belongs to none. */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean(SessionSource.class)
  public ConversationSessions clocheSessions(
      Engine engine, Policy policy, ClocheProperties properties, SessionParts parts) {
    return ConversationSessions.of(
        engine, conversation -> parts.options(policy), properties.conversations());
  }

  /** What sessions are opened with beside the policy. */
  @Bean
  SessionParts clocheSessionParts(
      ObjectProvider<Gate> gate,
      ObjectProvider<AuditLog> audit,
      ObjectProvider<CredentialIssuer> issuer) {
    return policy -> {
      SessionOptions.Builder options = SessionOptions.builder(policy);
      gate.ifAvailable(options::gate);
      audit.ifAvailable(options::audit);
      issuer.ifAvailable(options::credentialIssuer);
      return options.build();
    };
  }

  /** Makes the options of a session. */
  @FunctionalInterface
  interface SessionParts {
    SessionOptions options(Policy policy);
  }

  /** The tools. */
  @Bean
  @ConditionalOnMissingBean
  public ToolBox clocheToolBox(SessionSource sessions, ClocheProperties properties) {
    ToolBox.Builder box = ToolBox.builder(sessions).textLimit(properties.textLimit());
    properties.tools().forEach(name -> box.add(NamedTools.find(name)));
    return box.build();
  }

  /** The tools as Spring AI finds them. */
  @Bean
  @ConditionalOnMissingBean
  public ClocheToolCallbackProvider clocheToolCallbackProvider(ToolBox box) {
    return ClocheToolCallbackProvider.of(box);
  }
}
