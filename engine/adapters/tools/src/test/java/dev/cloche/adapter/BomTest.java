package dev.cloche.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The bill of materials lists every jar that the build makes for others. */
class BomTest {

  private static final Path ROOT = Path.of("../../..");
  private static final Path BOM = ROOT.resolve("engine/bom/pom.xml");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(cloche-[a-z0-9-]+)<");
  private static final Pattern VERSION = Pattern.compile("<version>([^<$]+)</version>");

  private static String head(Path pom) throws IOException {
    String text = Files.readString(pom);
    String own = text.substring(Math.max(0, text.indexOf("</parent>")));
    return own.split("<(dependencies|dependencyManagement|build)>", 2)[0];
  }

  private static String first(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult m) -> m.group(1))
        .findFirst()
        .orElse("");
  }

  @Test
  void bom_listsAllJars() throws IOException {
    Set<String> jars = new TreeSet<>();
    try (Stream<Path> files = Files.find(ROOT, 4, (file, facts) -> file.endsWith("pom.xml"))) {
      for (Path pom : files.toList()) {
        String place = ROOT.relativize(pom).toString();
        // The project of an author in sdk stands for itself; nobody depends on the fuzz targets.
        boolean own =
            !place.startsWith("bench")
                && !place.startsWith("engine/fuzz")
                && !place.startsWith("tool-modules/sdk")
                && !place.contains("target/");
        if (own && !head(pom).contains("<packaging>pom")) {
          jars.add(first(ARTIFACT, head(pom)));
        }
      }
    }
    Set<String> listed =
        ARTIFACT
            .matcher(Files.readString(BOM))
            .results()
            .map((MatchResult m) -> m.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    assertTrue(listed.remove("cloche-bom") && jars.contains("cloche-engine"));
    assertEquals(jars, listed);
  }

  @Test
  void bom_hasTheVersionOfTheBuild() throws IOException {
    String root = Files.readString(ROOT.resolve("pom.xml"));

    assertEquals(first(VERSION, root), first(VERSION, head(BOM)));
  }
}
