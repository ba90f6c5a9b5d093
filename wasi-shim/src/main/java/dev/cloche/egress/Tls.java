package dev.cloche.egress;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.CipherSuite;
import okhttp3.ConnectionSpec;
import okhttp3.TlsVersion;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of TLS: 1.2 or 1.3, cipher suites with forward secrecy and authenticated
 * encryption, a certificate that the platform's trust manager accepts and that names the host, and
 * no certificate of ours. Made when it is first needed; sessions of TLS are resumed within one
 * egress alone. Thread-safe.
 */
final class Tls {
  /** As OkHttp's modern TLS, without what it keeps for old servers: RFC 9325, section 4.2. */
  static final ConnectionSpec SPEC =
      new ConnectionSpec.Builder(ConnectionSpec.RESTRICTED_TLS)
          .tlsVersions(TlsVersion.TLS_1_3, TlsVersion.TLS_1_2)
          .cipherSuites(
              CipherSuite.TLS_AES_128_GCM_SHA256,
              CipherSuite.TLS_AES_256_GCM_SHA384,
              CipherSuite.TLS_CHACHA20_POLY1305_SHA256,
              CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
              CipherSuite.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
              CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
              CipherSuite.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
              CipherSuite.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
              CipherSuite.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256)
          .build();

  private final @Nullable X509TrustManager given;
  private @Nullable X509TrustManager trust;
  private @Nullable SSLSocketFactory factory;

  /** Trusts what is given, or whom the platform trusts. */
  Tls(@Nullable X509TrustManager given) {
    this.given = given;
  }

  synchronized X509TrustManager trust() {
    if (trust == null) {
      trust = given == null ? Platform.TRUST : given;
    }
    return trust;
  }

  synchronized SSLSocketFactory factory() {
    if (factory == null) {
      factory = context(trust()).getSocketFactory();
    }
    return factory;
  }

  private static SSLContext context(X509TrustManager trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[0], new TrustManager[] {trust}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JVM has no TLS", e);
    }
  }

  /** The platform's trust manager, which is slow to make. */
  private static final class Platform {
    static final X509TrustManager TRUST = load();

    private static X509TrustManager load() {
      try {
        TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        return List.of(factory.getTrustManagers()).stream()
            .filter(X509TrustManager.class::isInstance)
            .map(X509TrustManager.class::cast)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("the JVM trusts no certificates"));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("the JVM trusts no certificates", e);
      }
    }
  }
}
