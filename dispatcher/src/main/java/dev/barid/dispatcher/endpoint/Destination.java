package dev.barid.dispatcher.endpoint;

/**
 * Where a connection leads. Connections to one address under different names are kept apart: each
 * was verified for its own name.
 *
 * @param address the IP address as text, which the guard passed
 * @param port the TCP port
 * @param ssl whether TLS is spoken
 * @param host the URL's host, for TLS
 */
record Destination(String address, int port, boolean ssl, String host) {}
