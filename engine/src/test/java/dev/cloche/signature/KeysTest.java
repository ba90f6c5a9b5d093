package dev.cloche.signature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys and their files. */
class KeysTest {

  /** RFC 8032, 7.1, test 2. */
  private static final String SEED =
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";

  private static final String PUBLIC =
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

  private static final String SIGNATURE =
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
          + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";

  private static String pem(String label, String hex) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(label, Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex)), label);
  }

  private static String privatePem() {
    return pem("PRIVATE KEY", "302e020100300506032b657004220420" + SEED);
  }

  @Test
  void rfc8032_theKnownKeySigns_asIsKnown() {
    SigningKey key = SigningKey.parsePem(privatePem());
    byte[] message = {0x72};

    assertEquals("ed25519:" + PUBLIC, key.signer().toString());
    assertEquals(SIGNATURE, HexFormat.of().formatHex(key.sign(message)));
    assertTrue(key.signer().verifies(message, HexFormat.of().parseHex(SIGNATURE)));
    assertEquals(
        key.signer(), SignerKey.parsePem(pem("PUBLIC KEY", "302a300506032b6570032100" + PUBLIC)));
    assertFalse(key.toString().contains(SEED.substring(0, 8)));
  }

  @Test
  void write_thenRead_andNobodyElseMayRead(@TempDir Path folder) throws IOException {
    SigningKey key = SigningKey.generate();
    Path file = folder.resolve("key.pem");
    key.write(file);

    assertEquals(key.signer(), SigningKey.read(file).signer());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertThrows(FileAlreadyExistsException.class, () -> key.write(file));
    assertEquals(key.signer(), SignerKey.parsePem(key.signer().pem()));
    assertEquals(key.signer(), SignerKey.parse(key.signer().toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rwx-----x"})
  void read_aKeyThatOthersMayUse_isRefused(String permissions, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("key.pem");
    SigningKey.generate().write(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

    assertThrows(IllegalArgumentException.class, () -> SigningKey.read(file));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    assertTrue(SigningKey.read(file).toString().startsWith("SigningKey[ed25519:"));
  }

  @Test
  void parsePem_otherKeys_areRefused_withoutAWordOfThem() {
    String rsa = pem("RSA PRIVATE KEY", SEED);
    String x25519 = pem("PRIVATE KEY", "302e020100300506032b656e04220420" + SEED);
    String twice = privatePem() + privatePem();

    for (String text : List.of("", rsa, x25519, twice, SEED, privatePem().replace('M', '!'))) {
      String why =
          assertThrows(IllegalArgumentException.class, () -> SigningKey.parsePem(text))
              .getMessage();
      assertFalse(why.contains(SEED.substring(0, 6)), why);
    }
    assertThrows(IllegalArgumentException.class, () -> SignerKey.parsePem(privatePem()));
    assertThrows(
        IllegalArgumentException.class,
        () -> SignerKey.parsePem(pem("PUBLIC KEY", "302a300506032b656e032100" + PUBLIC)));
  }

  @Test
  void parse_noPointOfTheCurve_isRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> SignerKey.parse("ed25519:02" + "00".repeat(31)));
  }

  @Test
  void read_aFolderOrALargeFile_isRefused(@TempDir Path folder) throws IOException {
    Path large = folder.resolve("large");
    Files.write(large, new byte[5000]);

    assertThrows(IOException.class, () -> SignerKey.read(folder));
    assertThrows(IllegalArgumentException.class, () -> SignerKey.read(large));
  }

  @Property(tries = 1000)
  void arbitraryTexts_areRefusedAsKeys(@ForAll byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);

    assertThrows(IllegalArgumentException.class, () -> SignerKey.parsePem(text));
    assertThrows(IllegalArgumentException.class, () -> SigningKey.parsePem(text));
    String hex = HexFormat.of().formatHex(bytes);
    assertThrows(
        IllegalArgumentException.class, () -> SigningKey.parsePem(pem("PRIVATE KEY", hex)));
  }
}
