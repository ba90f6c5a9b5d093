package dev.cloche.wasi;

/** Standard input, output or error: a character device without a position. */
final class StreamDescriptor extends Descriptor {
  private final GuestInput input;
  private final GuestOutput output;

  private StreamDescriptor(GuestInput input, GuestOutput output, long rights) {
    super(rights, 0, 0);
    this.input = input;
    this.output = output;
  }

  static StreamDescriptor input(GuestInput input) {
    return new StreamDescriptor(input, GuestOutput.discard(), Rights.INPUT);
  }

  static StreamDescriptor output(GuestOutput output) {
    return new StreamDescriptor(GuestInput.empty(), output, Rights.OUTPUT);
  }

  @Override
  FileType type() {
    return FileType.CHARACTER_DEVICE;
  }

  @Override
  int read(byte[] buffer, int offset, int length) {
    return input.read(buffer, offset, length);
  }

  @Override
  void write(byte[] buffer, int offset, int length) {
    output.write(buffer, offset, length);
  }

  @Override
  void close() {}
}
