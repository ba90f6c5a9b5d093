package dev.cloche.audit;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Something that was asked for and denied. */
@Name("dev.cloche.Denial")
@Label("Denial")
@Category("Cloche")
@Description("Something that a tool asked for and was denied")
@StackTrace(false)
final class DenialEvent extends Event {
  static final EventType TYPE = EventType.getEventType(DenialEvent.class);

  @Label("Session")
  String session = "";

  @Label("Call")
  String call = "";

  @Label("Rule")
  String rule = "";

  @Label("What")
  String what = "";
}
