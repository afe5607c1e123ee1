/** Follows the registry topic and hands its changes to the workers. */
@NullMarked
package dev.barid.dispatcher.registry;

import org.jspecify.annotations.NullMarked;
