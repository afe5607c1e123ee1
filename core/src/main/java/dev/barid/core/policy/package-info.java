/** What may be retried, and when: pure rules from an attempt's result to a decision. */
@NullMarked
package dev.barid.core.policy;

import org.jspecify.annotations.NullMarked;
