package dev.cloche;

/** Lets every call pass. */
enum OpenGate implements Gate {
  INSTANCE;

  @Override
  public Answer decide(Plan plan) {
    return Answer.allow();
  }
}
