package dev.cloche.adapter.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * All that travels to a worker.
 *
 * @param source where the tool is found
 * @param digest which tool it has to be
 * @param policy the policy, as YAML
 * @param mapping what a record is to the tool
 * @param arguments before each record that is standard input
 */
@SuppressWarnings("NonApiType") // a list that is surely serialisable
record Handle(
    ToolSource source,
    String digest,
    String policy,
    CallMapping mapping,
    ArrayList<String> arguments)
    implements Serializable {

  /** What is prepared once in a JVM: the same tool under the same policy. */
  record Key(String digest, String policy, CallMapping mapping, List<String> arguments) {}

  Key key() {
    return new Key(digest, policy, mapping, List.copyOf(arguments));
  }
}
