package dev.cloche.run;

/**
 * Where a call was ended from outside.
 *
 * @param cancelled whether its caller ended it; else its time was over
 * @param usedMillis the time that it had taken
 * @param fuel what it had used
 * @param place the number of the host call's wait in which it ended, from 1; 0 in the guest's own
 *     code
 */
public record TapedStop(boolean cancelled, long usedMillis, long fuel, long place) {}
