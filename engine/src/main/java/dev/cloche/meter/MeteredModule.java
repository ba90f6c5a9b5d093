package dev.cloche.meter;

import dev.cloche.module.ValueType;
import java.util.List;
import java.util.OptionalInt;

/**
 * A module that meters itself. Whoever runs it plays the host's part:
 *
 * <ol>
 *   <li>set global {@code stackGlobal} to {@link FuelSchedule#STACK_BYTES} and global {@code
 *       fuelGlobal} to the first slice;
 *   <li>answer {@code table.grow} on table {@code refuelTable}: its operand is the slice counter,
 *       below zero, or {@code stackGlobal} is below zero; the result is the counter of the next
 *       slice, an exception ends the guest;
 *   <li>call {@code start}, where present, before anything else: the start section is gone.
 * </ol>
 *
 * @param bytes the module, in the binary format
 * @param fuelGlobal index of the {@code i32} global with the rest of the current slice
 * @param stackGlobal index of the {@code i32} global with the rest of the stack, in bytes
 * @param refuelTable index of the table that stands for the way out to the host
 * @param start the function that the start section named
 * @param fixedMemory whether its memory always has the size that it starts with
 * @param firstPiece index of the first function that is a piece of another ({@link Outliner}); all
 *     behind it are
 * @param scratchGlobals types of the {@code i32}, {@code i64}, {@code f32} and {@code f64} globals
 *     through which pieces give values back: the last of the module, behind {@code stackGlobal}
 */
// A value to hand on once, not to compare.
@SuppressWarnings("ArrayRecordComponent")
public record MeteredModule(
    byte[] bytes,
    int fuelGlobal,
    int stackGlobal,
    int refuelTable,
    OptionalInt start,
    boolean fixedMemory,
    int firstPiece,
    List<ValueType> scratchGlobals) {

  /** Copies the list. */
  public MeteredModule {
    scratchGlobals = List.copyOf(scratchGlobals);
  }

  /** This module in other bytes, with scratch globals and, from some index on, pieces. */
  MeteredModule outlined(byte[] outlined) {
    return new MeteredModule(
        outlined,
        fuelGlobal,
        stackGlobal,
        refuelTable,
        start,
        fixedMemory,
        firstPiece,
        Scratch.types());
  }
}
