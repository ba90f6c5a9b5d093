package dev.cloche.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import dev.cloche.Outcome;
import dev.cloche.OutcomeWriter;
import dev.cloche.StructuredResult;
import dev.cloche.egress.EgressUsage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** The JSON of this command: outcomes, one a line, and what else is written and read. */
final class OutcomeJson {

  private static final JsonFactory FACTORY = new JsonFactory();

  private OutcomeJson() {}

  /**
   * Writes an outcome and a line end.
   *
   * @throws IOException if the stream fails
   */
  static void write(Outcome outcome, OutputStream stream) throws IOException {
    write(outcome, Optional.empty(), StructuredResult.NONE, stream);
  }

  /**
   * Writes an outcome with what its session used of the network, and a line end.
   *
   * @param network empty if there was none
   * @param result what the output says, where it was asked for
   * @throws IOException if the stream fails
   */
  static void write(
      Outcome outcome, Optional<EgressUsage> network, StructuredResult result, OutputStream stream)
      throws IOException {
    OutcomeWriter.write(outcome, network, result, stream);
    stream.write('\n');
    stream.flush();
  }

  /** Returns a generator for one document; it does not close the stream. */
  static JsonGenerator generator(OutputStream stream) throws IOException {
    return FACTORY.createGenerator(stream).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
  }

  /** Returns a strict parser of one text. */
  static JsonParser parser(String text) throws IOException {
    return FACTORY.createParser(text);
  }
}
