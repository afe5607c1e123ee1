package dev.barid.core.net;

import java.net.InetAddress;

/** Addresses for tests, from their text. */
final class Addresses {
  private Addresses() {}

  static InetAddress of(String text) {
    return IpLiteral.address(
        (text.indexOf(':') >= 0 ? IpLiteral.v6(text) : IpLiteral.strictV4(text)).orElseThrow());
  }
}
