package dev.cloche.egress;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which requests may leave: layers of rules, of which each has to allow. Immutable and thread-safe.
 *
 * <p>In a layer what denies beats what allows, and what nothing allows is denied. A layer without
 * rules denies everything; there are no rules that allow everything.
 *
 * <p>Among the rules of a layer that allow a request the most specific one counts: the longest
 * path, then an exact host before a wildcard, then the longest wildcard, then one that names
 * methods, then the first. It gives the credential, and says whether private addresses may be
 * dialled; both need every layer that is a policy to say the same.
 *
 * <p>All rules of all layers are looked at for every request, so that the time to decide does not
 * tell a guest which hosts the rules name.
 */
public final class EgressRules {
  /** The rule of a request with a method that is not one of {@link EgressRule#METHODS}. */
  public static final String METHOD_RULE = "network.method";

  /** The rule of a request to an address or name that no rule can open. */
  public static final String ADDRESS_RULE = "network.address";

  /** The rule of a request to which layers attach different credentials. */
  public static final String CREDENTIAL_RULE = "network.credential";

  private static final EgressRules NONE = of(List.of(), List.of());

  /** Sorted and each once, so that the order in which they were joined leaves no trace. */
  private final List<EgressLayer> layers;

  private EgressRules(Stream<EgressLayer> layers) {
    this.layers =
        layers
            .distinct()
            .sorted((one, other) -> one.toString().compareTo(other.toString()))
            .toList();
  }

  /** Returns rules that deny everything. */
  public static EgressRules none() {
    return NONE;
  }

  /**
   * Returns one layer, that of a policy.
   *
   * @throws IllegalArgumentException if two rules have the same id, or a rule that denies has a
   *     credential or private addresses
   */
  public static EgressRules of(List<EgressRule> allow, List<EgressRule> deny) {
    return new EgressRules(Stream.of(new EgressLayer(false, allow, deny)));
  }

  /**
   * Returns one layer of what a tool asks for. It narrows what it is joined with, and has no say on
   * credentials and private addresses: those of its rules are dropped. It is meant to be joined
   * with the layer of a policy, and alone is no policy.
   */
  public static EgressRules asked(List<EgressRule> allow) {
    List<EgressRule> plain = allow.stream().map(EgressRule::plain).toList();
    return new EgressRules(Stream.of(new EgressLayer(true, plain, List.of())));
  }

  /** Returns rules that allow what both allow. */
  public EgressRules and(EgressRules other) {
    return new EgressRules(Stream.concat(layers.stream(), other.layers.stream()));
  }

  /** The layers, in an order that depends on nothing but their rules. */
  public List<EgressLayer> layers() {
    return layers;
  }

  /** Decides on a request. Asks no resolver; see {@link AddressVetting} for the addresses. */
  public EgressDecision decide(String method, CanonicalUrl url) {
    List<LayerVerdict> verdicts = new ArrayList<>();
    for (EgressLayer layer : layers) {
      verdicts.add(LayerVerdict.of(layer, method, url));
    }
    if (!EgressRule.METHODS.contains(method)) {
      return EgressDecision.denied(
          METHOD_RULE,
          "method "
              + Shown.quoted(method)
              + " is not one of "
              + String.join(", ", new TreeSet<>(EgressRule.METHODS)));
    }
    return unlessMetadata(url, verdicts);
  }

  /** Decides on a tunnel to the origin of the URL, see {@link TunnelRules}. */
  EgressDecision decideTunnel(CanonicalUrl url) {
    List<LayerVerdict> verdicts = new ArrayList<>();
    for (EgressLayer layer : layers) {
      verdicts.add(LayerVerdict.of(TunnelRules.narrow(layer), TunnelRules.METHOD, url));
    }
    return unlessMetadata(url, verdicts);
  }

  private static EgressDecision unlessMetadata(CanonicalUrl url, List<LayerVerdict> verdicts) {
    if (AddressVetting.isMetadataName(url.host())) {
      return EgressDecision.denied(
          ADDRESS_RULE, "host \"" + url.host() + "\" is a machine's metadata service");
    }
    return joined(verdicts);
  }

  private static EgressDecision joined(List<LayerVerdict> verdicts) {
    Optional<LayerVerdict> denial =
        verdicts.stream()
            .filter(verdict -> !verdict.allowed())
            .min(Comparator.comparing(verdict -> !verdict.explicit()));
    if (denial.isPresent()) {
      return EgressDecision.denied(denial.get().rule(), denial.get().reason());
    }
    List<LayerVerdict> policies = verdicts.stream().filter(v -> !v.asked()).toList();
    List<Optional<String>> credentials =
        policies.stream().map(LayerVerdict::credential).distinct().toList();
    if (credentials.stream().filter(Optional::isPresent).count() > 1) {
      return EgressDecision.denied(
          CREDENTIAL_RULE, "policies attach different credentials, and only one can be sent");
    }
    LayerVerdict first = policies.isEmpty() ? verdicts.get(0) : policies.get(0);
    boolean privateAddress =
        !policies.isEmpty() && policies.stream().allMatch(LayerVerdict::privateAddress);
    Optional<String> credential = credentials.size() == 1 ? credentials.get(0) : Optional.empty();
    return new EgressDecision(true, first.rule(), first.reason(), credential, privateAddress);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EgressRules that && layers.equals(that.layers);
  }

  @Override
  public int hashCode() {
    return layers.hashCode();
  }

  @Override
  public String toString() {
    return "EgressRules" + layers;
  }
}
