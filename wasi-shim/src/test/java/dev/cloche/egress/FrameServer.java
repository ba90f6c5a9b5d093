package dev.cloche.egress;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import okhttp3.tls.HandshakeCertificates;
import okio.Buffer;
import okio.ByteString;

/** A server that speaks HTTP/2 frame by frame, and in the end repeats one frame for ever. */
final class FrameServer implements AutoCloseable {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int CONTINUATION = 9;
  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  /** The first stream of OkHttp, which leaves 1 to upgrades from HTTP/1.1. */
  static final int STREAM = 3;

  /** {@code :status: 200}, from the static table of HPACK. */
  static final ByteString STATUS_200 = ByteString.decodeHex("88");

  final CountDownLatch clientGone = new CountDownLatch(1);
  private final CountDownLatch held = new CountDownLatch(1);
  private final SSLServerSocket server;

  FrameServer(HandshakeCertificates certificates, ByteString once, ByteString again)
      throws IOException {
    server =
        (SSLServerSocket)
            certificates
                .sslContext()
                .getServerSocketFactory()
                .createServerSocket(0, 1, Loopback.ADDRESS);
    SSLParameters parameters = server.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    server.setSSLParameters(parameters);
    daemon(() -> serve(once, again));
  }

  private void serve(ByteString once, ByteString again) {
    try (SSLSocket connection = (SSLSocket) server.accept()) {
      OutputStream out = connection.getOutputStream();
      InputStream in = connection.getInputStream();
      awaitRequest(in);
      daemon(() -> drain(in));
      out.write(frame(SETTINGS, 0, 0, ByteString.EMPTY).toByteArray());
      out.write(once.toByteArray());
      out.flush();
      while (again.size() > 0) {
        out.write(again.toByteArray());
      }
      held.await();
    } catch (IOException | InterruptedException e) {
      clientGone.countDown();
    }
  }

  /** Reads the preface and all frames up to the head of the request. */
  private static void awaitRequest(InputStream in) throws IOException {
    byte[] head = in.readNBytes(24 + 9);
    int type = head[24 + 3];
    int at = 24;
    while (type != HEADERS) {
      int length = ((head[at] & 0xff) << 16) | ((head[at + 1] & 0xff) << 8) | (head[at + 2] & 0xff);
      in.skipNBytes(length);
      head = in.readNBytes(9);
      at = 0;
      type = head[3];
    }
  }

  private static void drain(InputStream in) {
    try {
      in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // The client is gone.
    }
  }

  static ByteString frame(int type, int flags, int stream, ByteString payload) {
    Buffer frame = new Buffer();
    frame.writeByte(payload.size() >> 16).writeShort(payload.size());
    return frame.writeByte(type).writeByte(flags).writeInt(stream).write(payload).readByteString();
  }

  static ByteString repeated(ByteString piece, int times) {
    Buffer all = new Buffer();
    for (int i = 0; i < times; i++) {
      all.write(piece);
    }
    return all.readByteString();
  }

  static ByteString joined(ByteString... pieces) {
    Buffer all = new Buffer();
    for (ByteString piece : pieces) {
      all.write(piece);
    }
    return all.readByteString();
  }

  String url(String host) {
    return "https://" + host + ":" + server.getLocalPort() + "/";
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "frame-server");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    held.countDown();
    server.close();
  }
}
