package dev.barid.dispatcher.endpoint;

import java.net.InetAddress;

/**
 * Where a connection leads. Connections to one address under different names are kept apart: each
 * was verified for its own name.
 *
 * @param address the IP address, which the guard passed
 * @param port the TCP port
 * @param ssl whether TLS is spoken
 * @param host the URL's host, for TLS
 */
record Destination(InetAddress address, int port, boolean ssl, String host) {}
