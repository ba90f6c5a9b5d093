package dev.cloche.meter;

import dev.cloche.module.Body;
import dev.cloche.module.CheckedModule;
import dev.cloche.module.CodeCursor;
import dev.cloche.module.Jumps;
import dev.cloche.module.ModuleException;
import dev.cloche.module.Opcodes;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Decides which functions count their frames against the guest's stack, and with what weight.
 *
 * <p><b>Goal.</b> Java's own stack overflows at a depth that depends on the machine, the JVM and
 * how warm the code is. Counting makes exhaustion a fact of the module, and keeps the Java stack
 * from ever overflowing.
 *
 * <p><b>Rule.</b> Only functions on a cycle of the call graph need to count. Any other function is
 * on the stack at most once, so all of them together weigh no more than they do along the heaviest
 * path through the graph. Where that outgrows {@link FuelSchedule#UNCOUNTED_BYTES}, the functions
 * at its head count as well. So the true stack is never more than what is counted plus that
 * constant.
 *
 * <p><b>Graph.</b> One node for each defined function, and one that stands for every indirect call:
 * it leads to every function whose address is taken. Host functions do not call back, but for those
 * of {@link Jumps}, whose calls are indirect ones.
 *
 * <p><b>Cost.</b> Tarjan's algorithm, without recursion (the graph may be 50,000 deep): linear in
 * calls. It yields components callees first, which is the order that the weights need.
 */
final class StackWeights {

  private final CheckedModule module;
  private final int imported;
  private final int indirect;
  private final int[][] callees;
  private final int[] order;
  private final int[] low;
  private final BitSet onStack = new BitSet();
  private final int[] componentStack;
  private int componentStackSize;
  private int visited;

  /** What uncounted functions weigh along the heaviest path that starts at each node. */
  private final int[] uncounted;

  private final int[] weight;

  private StackWeights(CheckedModule module) throws ModuleException {
    this.module = module;
    this.imported = module.importedFunctions();
    this.indirect = module.bodies().size();
    this.callees = callees();
    this.order = new int[indirect + 1];
    this.low = new int[indirect + 1];
    this.componentStack = new int[indirect + 1];
    this.uncounted = new int[indirect + 1];
    this.weight = new int[indirect];
  }

  /** Returns, for each defined function, the bytes that an activation counts; 0 for none. */
  static int[] of(CheckedModule module) throws ModuleException {
    StackWeights weights = new StackWeights(module);
    for (int node = 0; node <= weights.indirect; node++) {
      if (weights.order[node] == 0) {
        weights.visit(node);
      }
    }
    return weights.weight;
  }

  private int[][] callees() throws ModuleException {
    int[][] result = new int[indirect + 1][];
    for (int i = 0; i < indirect; i++) {
      result[i] = calleesOf(module.bodies().get(i));
    }
    result[indirect] =
        module.addressTaken().stream()
            .filter(function -> function >= imported)
            .map(function -> function - imported)
            .toArray();
    return result;
  }

  private int[] calleesOf(Body body) throws ModuleException {
    BitSet found = new BitSet();
    CodeCursor code = new CodeCursor(module.bytes(), body.codeStart(), body.end());
    while (code.next()) {
      if (code.opcode() == Opcodes.CALL && code.index() >= imported) {
        found.set(code.index() - imported);
      } else if (code.opcode() == Opcodes.CALL_INDIRECT || isCallBack(code)) {
        found.set(indirect);
      }
    }
    return found.stream().toArray();
  }

  /** Whether the host calls an entry of the table there. All imports are functions. */
  private boolean isCallBack(CodeCursor code) {
    return code.opcode() == Opcodes.CALL && Jumps.callsBack(module.imports().get(code.index()));
  }

  /** Tarjan's walk from {@code root}; {@code path} and {@code next} stand for the call stack. */
  private void visit(int root) {
    int[] path = new int[16];
    int[] next = new int[16];
    int depth = 0;
    path[0] = root;
    enter(root);
    while (depth >= 0) {
      int node = path[depth];
      if (next[depth] < callees[node].length) {
        int callee = callees[node][next[depth]++];
        if (order[callee] == 0) {
          depth++;
          if (depth == path.length) {
            path = Arrays.copyOf(path, depth * 2);
            next = Arrays.copyOf(next, depth * 2);
          }
          path[depth] = callee;
          next[depth] = 0;
          enter(callee);
        } else if (onStack.get(callee)) {
          low[node] = Math.min(low[node], order[callee]);
        }
      } else {
        leave(node);
        depth--;
        if (depth >= 0) {
          low[path[depth]] = Math.min(low[path[depth]], low[node]);
        }
      }
    }
  }

  private void enter(int node) {
    order[node] = ++visited;
    low[node] = visited;
    componentStack[componentStackSize++] = node;
    onStack.set(node);
  }

  private void leave(int node) {
    if (low[node] != order[node]) {
      return;
    }
    int first = componentStackSize - 1;
    while (componentStack[first] != node) {
      first--;
    }
    boolean cycle = componentStackSize - first > 1 || callsItself(node);
    int below = 0;
    for (int i = first; i < componentStackSize; i++) {
      onStack.clear(componentStack[i]);
      below = Math.max(below, heaviestBelow(componentStack[i]));
    }
    for (int i = first; i < componentStackSize; i++) {
      weigh(componentStack[i], cycle, below);
    }
    componentStackSize = first;
  }

  /** Of the callees whose component is done; those in the node's own are still 0. */
  private int heaviestBelow(int node) {
    int below = 0;
    for (int callee : callees[node]) {
      below = Math.max(below, uncounted[callee]);
    }
    return below;
  }

  private boolean callsItself(int node) {
    return Arrays.binarySearch(callees[node], node) >= 0;
  }

  private void weigh(int node, boolean cycle, int below) {
    uncounted[node] = below;
    if (node == indirect) {
      return;
    }
    Body body = module.bodies().get(node);
    int frame = FuelSchedule.frameBytes(body.locals(), body.maxHeight());
    if (cycle || below + frame > FuelSchedule.UNCOUNTED_BYTES) {
      weight[node] = frame;
    } else {
      uncounted[node] = below + frame;
    }
  }
}
