package dev.cloche.cli.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A directory in the layout of OCI images (image-spec 1.1, image-layout.md), whose images are each
 * one module: a manifest with a layer of type {@value #WASM}, as tools for WebAssembly artifacts
 * write it. Scripts are not stored so.
 */
public final class OciLayout {

  /** The type of a layer that is a module. */
  static final String WASM = "application/wasm";

  /** What earlier tools wrote in its place. */
  private static final String OLD_WASM = "application/vnd.wasm.content.layer.v1+wasm";

  private static final String CONFIG = "application/vnd.wasm.config.v0+json";
  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  private static final String INDEX = "application/vnd.oci.image.index.v1+json";
  private static final String TAG = "org.opencontainers.image.ref.name";
  private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

  /** 4 MiB: the most that registries take of a manifest (distribution-spec). */
  private static final long MAX_DOCUMENT_BYTES = 4L << 20;

  private final Path root;
  private final SafeFolder folder;

  /** Makes one over a directory. */
  public OciLayout(Path root) {
    this.root = root;
    this.folder = new SafeFolder(root);
  }

  /**
   * Which image of a layout is meant.
   *
   * @param directory of the layout
   * @param tag or digest {@code sha256:...} of the manifest; empty for the only image there is
   */
  public record Reference(String directory, Optional<String> tag) {

    private static final Pattern TAGS = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,127}");

    /**
     * Reads {@code DIR}, {@code DIR:TAG} or {@code DIR@sha256:DIGEST}.
     *
     * @throws IllegalArgumentException if the digest is malformed or there is no directory
     */
    public static Reference parse(String text) {
      int at = text.lastIndexOf("@sha256:");
      int colon = text.lastIndexOf(':');
      Reference reference = new Reference(text, Optional.empty());
      if (at >= 0) {
        reference = new Reference(text.substring(0, at), Optional.of(text.substring(at + 1)));
      } else if (colon > text.lastIndexOf('/')
          && TAGS.matcher(text.substring(colon + 1)).matches()) {
        reference = new Reference(text.substring(0, colon), Optional.of(text.substring(colon + 1)));
      }
      boolean badDigest = at >= 0 && !DIGEST.matcher(text.substring(at + 1)).matches();
      if (reference.directory().isEmpty() || badDigest) {
        throw new IllegalArgumentException("write oci:DIR, oci:DIR:TAG or oci:DIR@sha256:DIGEST");
      }
      return reference;
    }

    /** Returns the last name of the directory, which the tool is called by. */
    public String name() {
      Path last = Path.of(directory).toAbsolutePath().normalize().getFileName();
      return last == null ? "tool" : last.toString();
    }
  }

  /**
   * Reads an image's module.
   *
   * @throws IOException if it is not there, has another layout, or is not what its digests say
   */
  public byte[] read(Optional<String> tag) throws IOException {
    Map<String, Object> layout = JsonTree.object(folder.read(1024, "oci-layout"));
    if (!JsonTree.text(layout, "imageLayoutVersion").equals("1.0.0")) {
      throw new IOException("oci-layout has another version than 1.0.0");
    }
    Map<?, ?> image = choose(images(), tag);
    if (!JsonTree.text(image, "mediaType").equals(MANIFEST)) {
      throw new IOException("the image is no single manifest");
    }
    Map<String, Object> manifest = JsonTree.object(blob(image, MAX_DOCUMENT_BYTES));
    return blob(module(manifest), StoredTool.MAX_BYTES);
  }

  private List<Map<?, ?>> images() throws IOException {
    return JsonTree.objects(
        JsonTree.object(folder.read(MAX_DOCUMENT_BYTES, "index.json")), "manifests");
  }

  private static Map<?, ?> choose(List<Map<?, ?>> images, Optional<String> tag) throws IOException {
    List<Map<?, ?>> meant = new ArrayList<>();
    for (Map<?, ?> image : images) {
      boolean named = tag.isEmpty() || tag(image).equals(tag) || isDigest(image, tag.get());
      if (named) {
        meant.add(image);
      }
    }
    if (meant.size() != 1) {
      throw new IOException(
          (meant.isEmpty() ? "no image" : meant.size() + " images")
              + tag.map(of -> " of that tag or digest")
                  .orElse(" in the layout; name one by its tag"));
    }
    return meant.get(0);
  }

  private static boolean isDigest(Map<?, ?> image, String wanted) {
    return DIGEST.matcher(wanted).matches() && wanted.equals(image.get("digest"));
  }

  private static Optional<String> tag(Map<?, ?> image) {
    return image.get("annotations") instanceof Map<?, ?> notes
            && notes.get(TAG) instanceof String tag
        ? Optional.of(tag)
        : Optional.empty();
  }

  private static Map<?, ?> module(Map<String, Object> manifest) throws IOException {
    List<Map<?, ?>> layers = JsonTree.objects(manifest, "layers");
    if (layers.size() != 1
        || !Set.of(WASM, OLD_WASM).contains(JsonTree.text(layers.get(0), "mediaType"))) {
      throw new IOException("the image is not one layer of type " + WASM);
    }
    return layers.get(0);
  }

  /** Reads what a descriptor means, and checks that it is that. */
  private byte[] blob(Map<?, ?> descriptor, long most) throws IOException {
    String digest = JsonTree.text(descriptor, "digest");
    if (!DIGEST.matcher(digest).matches()) {
      throw new IOException("a digest is not sha256: and 64 lower-case hexadecimal digits");
    }
    String hex = digest.substring("sha256:".length());
    byte[] bytes = folder.read(most, "blobs", "sha256", hex);
    if (!JsonTree.text(descriptor, "size").equals(String.valueOf(bytes.length))
        || !Sha256.of(bytes).equals(hex)) {
      throw new IOException("a blob is not what its descriptor says");
    }
    return bytes;
  }

  /**
   * Adds a module, and makes the layout if there is none.
   *
   * @param tag of the image; one that has it loses it
   * @throws IOException if it cannot be written, or what is there is no layout
   */
  public void add(String tag, byte[] module) throws IOException {
    List<Map<?, ?>> images = new ArrayList<>();
    if (Files.exists(root.resolve("index.json"), LinkOption.NOFOLLOW_LINKS)) {
      for (Map<?, ?> image : images()) {
        if (!tag(image).equals(Optional.of(tag))) {
          images.add(image);
        }
      }
    }
    byte[] config = config(module).getBytes(StandardCharsets.UTF_8);
    String manifest =
        "{\"schemaVersion\":2,\"mediaType\":\"%s\",\"artifactType\":\"%s\",\"config\":%s,\"layers\":[%s]}"
            .formatted(MANIFEST, CONFIG, blob(CONFIG, config), blob(WASM, module));
    byte[] bytes = manifest.getBytes(StandardCharsets.UTF_8);
    String descriptor = blob(MANIFEST, bytes);
    String tagged =
        descriptor.substring(0, descriptor.length() - 1)
            + ",\"annotations\":{\"%s\":\"%s\"}}".formatted(TAG, tag);
    replace("oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}");
    List<String> all = new ArrayList<>();
    for (Map<?, ?> image : images) {
      all.add(described(image));
    }
    all.add(tagged);
    replace(
        "index.json",
        "{\"schemaVersion\":2,\"mediaType\":\"%s\",\"manifests\":[%s]}"
            .formatted(INDEX, String.join(",", all)));
  }

  /** As conventions for WebAssembly artifacts ask, with a fixed time: the same bytes each time. */
  private static String config(byte[] module) {
    return ("{\"created\":\"1980-01-01T00:00:00Z\",\"architecture\":\"wasm\",\"os\":\"wasip1\","
            + "\"layerDigests\":[\"sha256:%s\"]}")
        .formatted(Sha256.of(module));
  }

  /** Writes a blob; returns its descriptor. */
  private String blob(String type, byte[] bytes) throws IOException {
    Path blobs = root.resolve("blobs").resolve("sha256");
    Files.createDirectories(blobs);
    Path unused = Files.write(blobs.resolve(Sha256.of(bytes)), bytes);
    return descriptor(type, "sha256:" + Sha256.of(bytes), String.valueOf(bytes.length));
  }

  private static String descriptor(String type, String digest, String size) {
    return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%s}".formatted(type, digest, size);
  }

  /** Writes the descriptor of an image that was there, of what is known here and no more. */
  private static String described(Map<?, ?> image) throws IOException {
    String digest = JsonTree.text(image, "digest");
    String size = JsonTree.text(image, "size");
    Optional<String> tag = tag(image);
    boolean plain =
        JsonTree.text(image, "mediaType").equals(MANIFEST)
            && DIGEST.matcher(digest).matches()
            && size.matches("[0-9]{1,18}")
            && tag.map(text -> Reference.TAGS.matcher(text).matches()).orElse(true);
    if (!plain) {
      throw new IOException("index.json has images of another kind; use a layout of its own");
    }
    String descriptor = descriptor(MANIFEST, digest, size);
    return tag.map(
            text ->
                descriptor.substring(0, descriptor.length() - 1)
                    + ",\"annotations\":{\"%s\":\"%s\"}}".formatted(TAG, text))
        .orElse(descriptor);
  }

  private void replace(String name, String json) throws IOException {
    Path written = Files.writeString(root.resolve(name + ".new"), json);
    Path unused = Files.move(written, root.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }
}
