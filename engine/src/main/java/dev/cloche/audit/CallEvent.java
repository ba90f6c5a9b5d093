package dev.cloche.audit;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** One call of a tool, as long as it ran. */
@Name("dev.cloche.Call")
@Label("Call")
@Category("Cloche")
@Description("One call of a tool, from the start of the guest to its end")
@StackTrace(false)
final class CallEvent extends Event {
  static final EventType TYPE = EventType.getEventType(CallEvent.class);

  @Label("Session")
  String session = "";

  @Label("Call")
  String call = "";

  @Label("Tool")
  String tool = "";

  @Label("Tool SHA-256")
  String toolSha256 = "";

  @Label("Outcome")
  String outcome = "";

  @Label("Fuel")
  long fuel;

  @Label("Linear Memory")
  @DataAmount
  long memoryBytes;
}
