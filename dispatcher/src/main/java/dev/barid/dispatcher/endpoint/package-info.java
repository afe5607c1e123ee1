/** The outgoing HTTP side: one attempt is one request to one endpoint, under one deadline. */
@NullMarked
package dev.barid.dispatcher.endpoint;

import org.jspecify.annotations.NullMarked;
