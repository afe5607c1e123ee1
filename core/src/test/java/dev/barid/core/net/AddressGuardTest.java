package dev.barid.core.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The address guard")
@Tag("R-X1")
class AddressGuardTest {
  private static final AddressGuard CLOSED = new AddressGuard();

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, unspecified 0.0.0.0/8",
    "0.255.255.255, unspecified 0.0.0.0/8",
    "10.0.0.0, private 10.0.0.0/8",
    "10.255.255.255, private 10.0.0.0/8",
    "100.64.0.0, cgnat 100.64.0.0/10",
    "100.127.255.255, cgnat 100.64.0.0/10",
    "127.0.0.1, loopback 127.0.0.0/8",
    "127.255.255.255, loopback 127.0.0.0/8",
    "169.254.0.1, link-local 169.254.0.0/16",
    "169.254.169.254, metadata 169.254.169.254/32",
    "168.63.129.16, metadata 168.63.129.16/32",
    "172.16.0.0, private 172.16.0.0/12",
    "172.31.255.255, private 172.16.0.0/12",
    "192.0.0.1, protocol-assignment 192.0.0.0/24",
    "192.0.2.1, documentation 192.0.2.0/24",
    "192.88.99.1, 6to4-relay 192.88.99.0/24",
    "192.168.0.0, private 192.168.0.0/16",
    "192.168.255.255, private 192.168.0.0/16",
    "198.18.0.0, benchmarking 198.18.0.0/15",
    "198.19.255.255, benchmarking 198.18.0.0/15",
    "198.51.100.1, documentation 198.51.100.0/24",
    "203.0.113.255, documentation 203.0.113.0/24",
    "224.0.0.1, multicast 224.0.0.0/4",
    "239.255.255.255, multicast 224.0.0.0/4",
    "240.0.0.1, reserved 240.0.0.0/4",
    "255.255.255.254, reserved 240.0.0.0/4",
    "255.255.255.255, broadcast 255.255.255.255/32",
    "::, unspecified ::/128",
    "::1, loopback ::1/128",
    "100::1, discard 100::/64",
    "2001::1, teredo 2001::/32",
    "2001:2::1, protocol-assignment 2001::/23",
    "2001:20::1, protocol-assignment 2001::/23",
    "2001:db8::1, documentation 2001:db8::/32",
    "3fff::1, documentation 3fff::/20",
    "fc00::1, unique-local fc00::/7",
    "fdff:ffff::1, unique-local fc00::/7",
    "fd00:ec2::254, metadata fd00:ec2::254/128",
    "fe80::1, link-local fe80::/10",
    "febf::1, link-local fe80::/10",
    "fec0::1, site-local fec0::/10",
    "ff02::1, multicast ff00::/8",
    "5f00::1, 'reserved, not in 2000::/3'",
    "4000::1, 'reserved, not in 2000::/3'",
  })
  void refusesWhatOnlyOurOwnNetworkCanReach(String address, String rule) {
    assertThat(CLOSED.judge(Addresses.of(address))).contains(rule);
  }

  @ParameterizedTest
  @CsvSource({
    "::ffff:127.0.0.1, loopback 127.0.0.0/8",
    "::ffff:169.254.169.254, metadata 169.254.169.254/32",
    "::127.0.0.1, ipv4-compatible ::/96",
    "::8.8.8.8, ipv4-compatible ::/96",
    "::ffff:0:127.0.0.1, ipv4-translated ::ffff:0:0:0/96",
    "::ffff:0:8.8.8.8, ipv4-translated ::ffff:0:0:0/96",
    "64:ff9b::127.0.0.1, loopback 127.0.0.0/8 in nat64 64:ff9b::/96",
    "64:ff9b::169.254.169.254, metadata 169.254.169.254/32 in nat64 64:ff9b::/96",
    "64:ff9b:1::8.8.8.8, nat64-local 64:ff9b:1::/48",
    "64:ff9b:1:ffff::1, nat64-local 64:ff9b:1::/48",
    "64:ff9b:2::1, 'reserved, not in 2000::/3'",
    "2002:7f00:1::, loopback 127.0.0.0/8 in 6to4 2002::/16",
    "2002:0a00:0001:1::1, private 10.0.0.0/8 in 6to4 2002::/16",
    "2002:a9fe:a9fe::1, metadata 169.254.169.254/32 in 6to4 2002::/16",
    "2600::5efe:10.0.0.1, private 10.0.0.0/8 in isatap",
    "2600::200:5efe:192.168.0.1, private 192.168.0.0/16 in isatap",
    "fe80::5efe:8.8.8.8, link-local fe80::/10",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2, teredo 2001::/32",
  })
  void refusesTheIpv4FormsOfThem(String address, String rule) {
    assertThat(CLOSED.judge(Addresses.of(address))).contains(rule);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2606:4700:4700::1111",
        "2a00:1450::1",
        "2001:200::1",
        "2001:db7::1",
        "2001:db9::1",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
        "2002:808:808::1",
        "2600::5efe:8.8.8.8",
      })
  void letsTheInternetThrough(String address) {
    assertThat(CLOSED.judge(Addresses.of(address))).isEmpty();
  }

  @Test
  void takesAMappedAddressThatStayedIpv6ForTheIpv4ItIs() throws UnknownHostException {
    byte[] mapped = IpLiteral.v6("::ffff:127.0.0.1").orElseThrow();
    InetAddress address = Inet6Address.getByAddress("", mapped, -1);

    assertThat(address.getAddress()).hasSize(16);
    assertThat(CLOSED.judge(address)).contains("loopback 127.0.0.0/8");
    assertThat(opened("127.0.0.0/8").judge(address)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.1.2.3, true",
    "10.0.0.0/8, ::ffff:10.1.2.3, true",
    "10.0.0.0/8, 192.168.0.1, false",
    "10.0.0.0/8, 64:ff9b::10.1.2.3, false",
    "10.0.0.0/8, 2002:a01:203::1, false",
    "10.0.0.0/8, 2600::5efe:10.1.2.3, false",
    "10.0.0.0/8, ::10.1.2.3, false",
    "64:ff9b::/96, 64:ff9b::10.1.2.3, true",
    "64:ff9b::/96, 10.1.2.3, false",
    "::1, ::1, true",
    "::1, 127.0.0.1, false",
    "0.0.0.0/0, 127.0.0.1, true",
    "0.0.0.0/0, ::1, false",
    "::/0, ::1, true",
    "::/0, 127.0.0.1, false",
    "100.64.0.0/10, 100.100.1.1, true",
  })
  void opensWhatAnEntryOfTheSameFamilyContains(String entry, String address, boolean open) {
    assertThat(opened(entry).judge(Addresses.of(address)).isEmpty()).isEqualTo(open);
  }

  @ParameterizedTest
  @CsvSource({
    "169.254.0.0/16, 169.254.169.254, false",
    "0.0.0.0/0, 169.254.169.254, false",
    "169.254.169.254, 169.254.169.254, true",
    "fd00::/8, fd00:ec2::254, false",
    "fd00:ec2::254, fd00:ec2::254, true",
    "fd00::/8, fd00:ec2::253, true",
  })
  void opensMetadataOnlyForAnEntryOfExactlyThatAddress(String entry, String address, boolean open) {
    assertThat(opened(entry).judge(Addresses.of(address)).isEmpty()).isEqualTo(open);
  }

  @Test
  void judgesEveryFormOfAnIpv4AddressAtLeastAsStrictly() {
    Seeded.runs(
        5_000,
        random -> {
          byte[] v4 = new byte[4];
          random.nextBytes(v4);
          if (random.nextBoolean()) {
            v4[0] = new byte[] {10, 127, (byte) 169, (byte) 172, (byte) 192, 0}[random.nextInt(6)];
          }
          String dotted = IpLiteral.format(v4);
          String hex = String.format("%02x%02x:%02x%02x", v4[0], v4[1], v4[2], v4[3]);
          boolean refused = CLOSED.judge(Addresses.of(dotted)).isPresent();

          for (String form :
              List.of(
                  "::ffff:" + dotted,
                  "::" + dotted,
                  "::ffff:0:" + dotted,
                  "64:ff9b::" + dotted,
                  "2002:" + hex + "::1",
                  "2600::5efe:" + dotted)) {
            boolean formRefused = CLOSED.judge(Addresses.of(form)).isPresent();
            assertThat(formRefused || !refused).as(form).isTrue();
          }
        });
  }

  private static AddressGuard opened(String entry) {
    return new AddressGuard(List.of(Cidr.parse("egress.allow", entry)));
  }
}
