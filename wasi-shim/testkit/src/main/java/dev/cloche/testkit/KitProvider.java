package dev.cloche.testkit;

import dev.cloche.Policy;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.providers.ArbitraryProvider;
import net.jqwik.api.providers.TypeUsage;

/**
 * Tells jqwik of the kit: parameters of its own types, and texts and bytes with its annotations.
 * Found through the service file.
 */
public final class KitProvider implements ArbitraryProvider {

  /** Creates it, for jqwik. */
  public KitProvider() {}

  @Override
  public boolean canProvideFor(TypeUsage type) {
    return arbitrary(type).isPresent();
  }

  @Override
  public Set<Arbitrary<?>> provideFor(TypeUsage type, SubtypeProvider subtypes) {
    return Set.of(arbitrary(type).orElseThrow());
  }

  /** Above jqwik's own, which know texts and bytes too. */
  @Override
  public int priority() {
    return 10;
  }

  private static Optional<Arbitrary<?>> arbitrary(TypeUsage type) {
    if (type.isOfType(String.class)) {
      return text(type);
    }
    if (type.isOfType(byte[].class)) {
      return type.findAnnotation(WasmModule.class)
          .map(wanted -> wanted.nearly() ? WasmModules.nearlyValid() : WasmModules.valid());
    }
    if (type.isOfType(ChunkedBytes.class)) {
      return Optional.of(ByteStreams.any());
    }
    if (type.isOfType(WasiCall.class)) {
      return Optional.of(WasiCalls.any());
    }
    return type.isOfType(Policy.class) ? Optional.of(Policies.values()) : Optional.empty();
  }

  private static Optional<Arbitrary<?>> text(TypeUsage type) {
    Optional<Arbitrary<?>> path =
        type.findAnnotation(GuestPath.class)
            .map(wanted -> wanted.hostile() ? GuestPaths.hostile() : GuestPaths.any());
    Optional<Arbitrary<?>> url =
        type.findAnnotation(UrlText.class)
            .map(wanted -> wanted.hostile() ? UrlStrings.hostile() : UrlStrings.any());
    return path.or(() -> url)
        .or(
            () ->
                type.findAnnotation(PolicyText.class)
                    .map(
                        wanted ->
                            wanted.nearly()
                                ? Policies.nearlyValidDocuments()
                                : Policies.documents()));
  }
}
