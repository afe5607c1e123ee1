package dev.barid.core.net;

import dev.barid.core.text.InvalidInputException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A block of IPv4 or IPv6 addresses, {@code 10.0.0.0/8}; a single address is a block of one. */
public final class Cidr {
  private static final String EXPECTED =
      "an IP address, or a block such as 10.0.0.0/8 or fd00::/8 whose address has no bits set"
          + " beyond its prefix";
  private static final int MAPPED_PREFIX = 96;

  private final byte[] network;
  private final int prefix;

  private Cidr(byte[] network, int prefix) {
    this.network = network;
    this.prefix = prefix;
  }

  /**
   * Reads a block. IPv4-mapped IPv6 comes out as the IPv4 that it stands for.
   *
   * @param field named in the error
   * @param text such as {@code 10.0.0.0/8}, {@code fd00::/8}, {@code 192.0.2.7}
   * @throws InvalidInputException when it is no block, or has bits set beyond its prefix: that is
   *     as likely a mistake in the prefix as in the address
   */
  public static Cidr parse(String field, String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    Optional<byte[]> bytes =
        address.indexOf(':') >= 0 ? IpLiteral.v6(address) : IpLiteral.strictV4(address);
    if (bytes.isEmpty()) {
      throw new InvalidInputException(field, text, EXPECTED);
    }
    int bits = 8 * bytes.get().length;
    String length = slash < 0 ? Integer.toString(bits) : text.substring(slash + 1);
    if (!length.matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(length) > bits) {
      throw new InvalidInputException(field, text, EXPECTED);
    }
    Cidr block = new Cidr(bytes.get(), Integer.parseInt(length));
    if (block.hasBitsBeyondPrefix()) {
      throw new InvalidInputException(field, text, EXPECTED);
    }
    return block.unmapped();
  }

  /**
   * Reads blocks separated by commas, with or without spaces; blank text is no block.
   *
   * @param field named in the error
   * @throws InvalidInputException when one is no block
   */
  public static List<Cidr> parseList(String field, String text) {
    if (text.isBlank()) {
      return List.of();
    }
    return Arrays.stream(text.split(",", -1)).map(block -> parse(field, block.strip())).toList();
  }

  /** Whether the address, of the same family, is in the block. */
  public boolean contains(InetAddress address) {
    return contains(address.getAddress());
  }

  boolean contains(byte[] address) {
    if (address.length != network.length) {
      return false;
    }
    int whole = prefix / 8;
    if (!Arrays.equals(address, 0, whole, network, 0, whole)) {
      return false;
    }
    int rest = prefix % 8;
    return rest == 0 || ((address[whole] ^ network[whole]) & (0xFF << (8 - rest)) & 0xFF) == 0;
  }

  /** Whether the block is one address. */
  boolean isSingle() {
    return prefix == 8 * network.length;
  }

  private boolean hasBitsBeyondPrefix() {
    for (int bit = prefix; bit < 8 * network.length; bit++) {
      if ((network[bit / 8] & 0x80 >> bit % 8) != 0) {
        return true;
      }
    }
    return false;
  }

  private Cidr unmapped() {
    return prefix >= MAPPED_PREFIX && Embedded.isMapped(network)
        ? new Cidr(Embedded.v4At(network, 12), prefix - MAPPED_PREFIX)
        : this;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cidr block
        && prefix == block.prefix
        && Arrays.equals(network, block.network);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(network) + prefix;
  }

  /** Such as {@code 10.0.0.0/8}. */
  @Override
  public String toString() {
    return IpLiteral.format(network) + "/" + prefix;
  }
}
