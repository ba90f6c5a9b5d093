package dev.cloche.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cloche.PluginCall;
import dev.cloche.extism.KernelView;

/** One call of a function of the embedder. */
final class BoundCall implements PluginCall {

  /**
   * Whose call it is.
   *
   * @param session the id of the session
   * @param tool the tool's name
   */
  record Of(String session, String tool) {}

  private final Of of;
  private final KernelView memory;
  private final long[] arguments;

  BoundCall(Of of, KernelView memory, long[] arguments) {
    this.of = of;
    this.memory = memory;
    this.arguments = arguments;
  }

  @Override
  public long argument(int index) {
    return arguments[index];
  }

  @Override
  public byte[] bytes(int index) {
    return memory.read(arguments[index]);
  }

  @Override
  public String text(int index) {
    return new String(bytes(index), UTF_8);
  }

  @Override
  public long give(byte[] content) {
    return memory.write(content);
  }

  @Override
  public long give(String content) {
    return give(content.getBytes(UTF_8));
  }

  @Override
  public void free(int index) {
    memory.free(arguments[index]);
  }

  @Override
  public String session() {
    return of.session();
  }

  @Override
  public String tool() {
    return of.tool();
  }
}
