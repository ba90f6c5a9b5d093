package dev.cloche.audit;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The end of one hop of a request. */
@Name("dev.cloche.Fetch")
@Label("Fetch")
@Category("Cloche")
@Description("The end of one hop of a request of a tool")
@StackTrace(false)
final class FetchEvent extends Event {
  static final EventType TYPE = EventType.getEventType(FetchEvent.class);

  @Label("Session")
  String session = "";

  @Label("Call")
  String call = "";

  @Label("Method")
  String method = "";

  @Label("URL")
  @Description("Without query")
  String url = "";

  @Label("Status")
  @Description("0 if there was no response")
  int status;

  @Label("Time")
  @Description("From the decision to the end; -1 if unknown")
  @Timespan(Timespan.MILLISECONDS)
  long wallMillis;

  @Label("Sent")
  @DataAmount
  long sentBytes;

  @Label("Received")
  @DataAmount
  long receivedBytes;
}
