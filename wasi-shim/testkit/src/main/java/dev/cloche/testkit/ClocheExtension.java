package dev.cloche.testkit;

import dev.cloche.Engine;
import dev.cloche.Policy;
import dev.cloche.Session;
import dev.cloche.Tool;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests of {@link ClocheTest} their parameters, and looks afterwards what they left. */
final class ClocheExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
  private static final ExtensionContext.Namespace OWN =
      ExtensionContext.Namespace.create(ClocheExtension.class);

  private static final Map<Class<?>, Function<ClocheFixture, Object>> PARAMETERS =
      Map.of(
          Engine.class, ClocheFixture::engine,
          Session.class, ClocheFixture::session,
          Tool.class, ClocheFixture::tool,
          Policy.class, ClocheFixture::policy,
          Canary.class, ClocheFixture::canary);

  private static ClocheFixture fixture(ExtensionContext context) {
    return context.getStore(OWN).get(context.getUniqueId(), ClocheFixture.class);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    context
        .getStore(OWN)
        .put(
            context.getUniqueId(),
            new ClocheFixture(
                context.getRequiredTestMethod().getAnnotation(ClocheTest.class),
                context.getRequiredTestClass()));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    fixture(context).end();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.containsKey(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.get(parameter.getParameter().getType()).apply(fixture(context));
  }
}
