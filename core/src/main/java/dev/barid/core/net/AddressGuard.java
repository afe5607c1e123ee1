package dev.barid.core.net;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Decides which addresses deliveries may connect to, so that an endpoint's URL can't reach what
 * only our own network can. Pure: it is given addresses that were resolved, and resolves nothing.
 *
 * <p>What an allow-list entry opens:
 *
 * <ul>
 *   <li>addresses of its own family that it contains; an IPv4-mapped address is the IPv4 address;
 *   <li>no other IPv6 form of an IPv4 address: a translator or relay may lead to another network
 *       than the one meant, so NAT64, 6to4 and their like need an IPv6 entry;
 *   <li>a cloud's metadata address only when the entry is exactly that address: who opens {@code
 *       169.254.0.0/16} or {@code fd00::/8} hardly means the machine's credentials.
 * </ul>
 *
 * @param allow what may be reached although a rule refuses it
 */
public record AddressGuard(List<Cidr> allow) {
  private static final List<Rule> V4 =
      List.of(
          Rule.refuse("metadata", "169.254.169.254/32"),
          Rule.refuse("metadata", "168.63.129.16/32"),
          Rule.refuse("unspecified", "0.0.0.0/8"),
          Rule.refuse("private", "10.0.0.0/8"),
          Rule.refuse("cgnat", "100.64.0.0/10"),
          Rule.refuse("loopback", "127.0.0.0/8"),
          Rule.refuse("link-local", "169.254.0.0/16"),
          Rule.refuse("private", "172.16.0.0/12"),
          Rule.refuse("protocol-assignment", "192.0.0.0/24"),
          Rule.refuse("documentation", "192.0.2.0/24"),
          Rule.refuse("6to4-relay", "192.88.99.0/24"),
          Rule.refuse("private", "192.168.0.0/16"),
          Rule.refuse("benchmarking", "198.18.0.0/15"),
          Rule.refuse("documentation", "198.51.100.0/24"),
          Rule.refuse("documentation", "203.0.113.0/24"),
          Rule.refuse("multicast", "224.0.0.0/4"),
          Rule.refuse("broadcast", "255.255.255.255/32"),
          Rule.refuse("reserved", "240.0.0.0/4"));

  private static final List<Rule> V6 =
      List.of(
          Rule.refuse("unspecified", "::/128"),
          Rule.refuse("loopback", "::1/128"),
          Rule.refuse("ipv4-compatible", "::/96"),
          Rule.refuse("ipv4-translated", "::ffff:0:0:0/96"),
          Rule.refuseEmbedded("nat64", "64:ff9b::/96", 12),
          Rule.refuse("nat64-local", "64:ff9b:1::/48"),
          Rule.refuse("discard", "100::/64"),
          Rule.refuse("teredo", "2001::/32"),
          Rule.refuse("protocol-assignment", "2001::/23"),
          Rule.refuse("documentation", "2001:db8::/32"),
          Rule.refuseEmbedded("6to4", "2002::/16", 2),
          Rule.refuse("documentation", "3fff::/20"),
          Rule.refuse("metadata", "fd00:ec2::254/128"),
          Rule.refuse("unique-local", "fc00::/7"),
          Rule.refuse("link-local", "fe80::/10"),
          Rule.refuse("site-local", "fec0::/10"),
          Rule.refuse("multicast", "ff00::/8"));

  /** All of IPv6 that is assigned for use on the Internet. */
  private static final Cidr GLOBAL_V6 = Cidr.parse("rule", "2000::/3");

  private static final String METADATA = "metadata";

  /** Keeps its own copy of the list. */
  public AddressGuard {
    allow = List.copyOf(allow);
  }

  /** A guard that opens nothing. */
  public AddressGuard() {
    this(List.of());
  }

  /**
   * Judges an address.
   *
   * @return the rule that refuses it, for people, such as {@code loopback 127.0.0.0/8} or {@code
   *     private 10.0.0.0/8 in nat64 64:ff9b::/96}; empty when it may be connected to
   */
  public Optional<String> judge(InetAddress address) {
    byte[] raw = address.getAddress();
    byte[] bytes = Embedded.isMapped(raw) ? Embedded.v4At(raw, 12) : raw;
    Optional<String> refusal = refusal(bytes);
    return refusal.isPresent() && isAllowed(bytes) ? Optional.empty() : refusal;
  }

  private boolean isAllowed(byte[] address) {
    boolean metadata = firstRule(address).filter(rule -> rule.name().equals(METADATA)).isPresent();
    return allow.stream()
        .anyMatch(entry -> entry.contains(address) && (!metadata || entry.isSingle()));
  }

  private static Optional<String> refusal(byte[] address) {
    Optional<Rule> rule = firstRule(address);
    if (rule.isPresent() && rule.get().embeddedAt().isEmpty()) {
      return rule.map(Rule::toString);
    }
    if (rule.isPresent()) {
      byte[] inside = Embedded.v4At(address, rule.get().embeddedAt().getAsInt());
      return refusal(inside).map(why -> why + " in " + rule.get());
    }
    if (address.length == IpLiteral.V4_BYTES) {
      return Optional.empty();
    }
    if (!GLOBAL_V6.contains(address)) {
      return Optional.of("reserved, not in " + GLOBAL_V6);
    }
    return Embedded.isIsatap(address)
        ? refusal(Embedded.v4At(address, 12)).map(why -> why + " in isatap")
        : Optional.empty();
  }

  private static Optional<Rule> firstRule(byte[] address) {
    List<Rule> rules = address.length == IpLiteral.V4_BYTES ? V4 : V6;
    for (Rule rule : rules) {
      if (rule.block().contains(address)) {
        return Optional.of(rule);
      }
    }
    return Optional.empty();
  }

  /**
   * One refused block.
   *
   * @param embeddedAt where in the address the IPv4 address is that is judged instead; empty when
   *     the block is refused whatever it embeds
   */
  private record Rule(String name, Cidr block, OptionalInt embeddedAt) {
    static Rule refuse(String name, String block) {
      return new Rule(name, Cidr.parse("rule", block), OptionalInt.empty());
    }

    static Rule refuseEmbedded(String name, String block, int embeddedAt) {
      return new Rule(name, Cidr.parse("rule", block), OptionalInt.of(embeddedAt));
    }

    @Override
    public String toString() {
      return name + " " + block;
    }
  }
}
