package dev.cloche.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.types.Table;
import com.dylibso.chicory.wasm.types.TableLimits;
import com.dylibso.chicory.wasm.types.ValType;
import org.junit.jupiter.api.Test;

/** Growth of tables, alone and together (attack L3). */
class GuestTableTest {

  private static final int NULL = -1;

  private static Table declared(long min, long max) {
    return new Table(ValType.FuncRef, new TableLimits(min, max));
  }

  @Test
  void grow_upToTheDeclaredMaximum_answersTheSizeBefore() {
    GuestTable table = new GuestTable(declared(3, 10), NULL);
    assertEquals(3, table.grow(4, 42, null));
    assertEquals(7, table.size());
    assertEquals(NULL, table.ref(2));
    assertEquals(42, table.ref(3));
    assertEquals(42, table.requiredRef(6));
    assertEquals(-1, table.grow(4, 42, null));
    assertEquals(-1, table.grow(-1, 42, null));
    assertEquals(-1, table.grow(Integer.MAX_VALUE, 42, null));
    assertEquals(7, table.grow(3, 1, null));
    assertEquals(10, table.grow(0, 1, null));
  }

  @Test
  void access_betweenSizeAndCapacity_isOutOfBounds() {
    GuestTable table = new GuestTable(declared(100, 1000), NULL);
    assertEquals(100, table.grow(1, 7, null));
    assertEquals(7, table.ref(100));
    assertThrows(ChicoryException.class, () -> table.ref(101));
    assertThrows(ChicoryException.class, () -> table.ref(-1));
    assertThrows(ChicoryException.class, () -> table.requiredRef(0));
    assertThrows(ChicoryException.class, () -> table.setRef(101, 1, null));
    assertEquals(101, table.grow(1, 8, null));
    assertEquals(8, table.ref(101));
  }

  @Test
  void l3_declaredTable_keepsItsLimitsForTheNextInstance() {
    Table declared = declared(1, 100);
    assertEquals(1, new GuestTable(declared, NULL).grow(99, NULL, null));
    assertEquals(1, declared.limits().min());
    assertEquals(1, new GuestTable(declared, NULL).size());
  }

  @Test
  void l3_tablesOfOneGuest_shareTheAllowance() {
    GuestTable.Allowance allowance = new GuestTable.Allowance();
    int most = GuestTable.MAX_ENTRIES;
    GuestTable first = new GuestTable(declared(10, most * 2L), NULL, allowance);
    GuestTable second = new GuestTable(declared(10, most * 2L), NULL, allowance);
    assertEquals(10, first.grow(most - 30, NULL, null));
    assertEquals(-1, second.grow(11, NULL, null));
    assertEquals(10, second.grow(10, NULL, null));
    assertEquals(-1, first.grow(1, NULL, null));
  }
}
