/**
 * Credentials that the host attaches to requests and that no guest sees.
 *
 * <p>A {@link dev.cloche.policy.CredentialRule} says where a secret comes from and where it goes; a
 * {@link dev.cloche.credential.CredentialIssuer} brings it; a {@link
 * dev.cloche.credential.LeaseBook} lends it to one call, for one audience, for a time and a number
 * of uses. The package depends on {@code dev.cloche.egress} and on that rule.
 */
@CheckReturnValue
@NullMarked
package dev.cloche.credential;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
