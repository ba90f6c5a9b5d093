/**
 * What leaves the machine: which URL a guest may fetch, which address is dialled for it, and what
 * may come back.
 *
 * <p>{@link dev.cloche.egress.EgressRules} decides, {@link dev.cloche.egress.Egress} does. Both
 * know URLs in one form, {@link dev.cloche.egress.CanonicalUrl}. The package knows no guest and no
 * policy document; secrets come to it through an {@link dev.cloche.egress.Injector}, and whoever
 * records what happened is an {@link dev.cloche.egress.EgressObserver}.
 */
@CheckReturnValue
@NullMarked
package dev.cloche.egress;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
