package dev.cloche.replay;

import dev.cloche.egress.Scrubber;
import dev.cloche.replay.Sheet.ExchangePart;
import dev.cloche.replay.Sheet.FunctionCallPart;
import dev.cloche.replay.Sheet.StepPart;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for lent secrets in what is about to be written: in all of the JSON, where texts stand and
 * bytes in base64, and in the bytes themselves. None should be there, since they are put in behind
 * the recorder and taken out before it; one that is there by another way stops the writing.
 */
final class Leaks {

  private Leaks() {}

  static boolean any(Scrubber secrets, Sheet sheet, byte[] written) {
    if (secrets == Scrubber.none()) {
      return false;
    }
    return secrets.isIn(written) || contents(sheet).stream().anyMatch(secrets::isIn);
  }

  private static List<byte[]> contents(Sheet sheet) {
    List<byte[]> all = new ArrayList<>();
    sheet.workspace().files().forEach(file -> all.add(file.content()));
    sheet.host().openings().forEach(file -> all.add(file.content()));
    all.add(sheet.stdin().content());
    for (ExchangePart exchange : sheet.fetch()) {
      all.add(exchange.body().content());
    }
    for (FunctionCallPart call : sheet.functionCalls()) {
      call.steps().stream().map(StepPart::content).forEach(all::add);
    }
    all.add(sheet.end().stdout());
    all.add(sheet.end().stderr());
    return all;
  }
}
