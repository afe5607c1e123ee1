/** Every setting: its key, type, default, check and documentation. */
@NullMarked
package dev.barid.core.settings;

import org.jspecify.annotations.NullMarked;
