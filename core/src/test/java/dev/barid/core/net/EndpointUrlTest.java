package dev.barid.core.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.barid.core.Seeded;
import dev.barid.core.text.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("An endpoint's URL")
class EndpointUrlTest {
  @ParameterizedTest
  @CsvSource({
    "https://hooks.example.com/in, true, hooks.example.com, 443, hooks.example.com, /in",
    "http://hooks.example.com/in, false, hooks.example.com, 80, hooks.example.com, /in",
    "HTTPS://Hooks.Example.COM, true, hooks.example.com, 443, hooks.example.com, /",
    "https://h.example:8443/, true, h.example, 8443, h.example:8443, /",
    "https://h.example:443/, true, h.example, 443, h.example, /",
    "http://h.example:443/, false, h.example, 443, h.example:443, /",
    "https://h.example:/x, true, h.example, 443, h.example, /x",
    "https://h.example?a=b, true, h.example, 443, h.example, /?a=b",
    "https://h.example#top, true, h.example, 443, h.example, /",
    "https://h.example./x, true, h.example, 443, h.example, /x",
    "https://my_host-1.xn--bcher-kva.example/, true, my_host-1.xn--bcher-kva.example, 443,"
        + " my_host-1.xn--bcher-kva.example, /",
    "http://localhost:9000/x, false, localhost, 9000, localhost:9000, /x",
    "https://1password.com/, true, 1password.com, 443, 1password.com, /",
  })
  void isTakenApart(
      String url, boolean ssl, String host, int port, String hostHeader, String target) {
    EndpointUrl parsed = EndpointUrl.parse("url", url);

    assertThat(parsed.ssl()).isEqualTo(ssl);
    assertThat(parsed.host()).isEqualTo(host);
    assertThat(parsed.port()).isEqualTo(port);
    assertThat(parsed.hostHeader()).isEqualTo(hostHeader);
    assertThat(parsed.requestTarget()).isEqualTo(target);
    assertThat(parsed.authorization()).isEmpty();
    assertThat(parsed.literalAddress()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/in%2Fbox?q=a%2Fb",
        "/a//b/./c/../d/",
        "/x;v=1?next=https://other.example/?x=1",
        "/x?",
        "/x?a[]=1&b={c}|d^e`f'g",
        "/%7Euser/~user?%c3%A4=+%20",
        "/in@example",
        "/x?a=1&a=2&&",
      })
  @Tag("R-H6")
  void keepsPathAndQueryExactlyAsWritten(String target) {
    assertThat(
            EndpointUrl.parse("url", "https://h.example" + target + "#frag?ment").requestTarget())
        .isEqualTo(target);
  }

  @ParameterizedTest
  @CsvSource({
    "user:password, user:password",
    "user, user:",
    "user:, user:",
    ":password, :password",
    "user:pa:ss, user:pa:ss",
    "us%40er:p%3Aa%2Fss, us@er:p:a/ss",
    "us@er:pass, us@er:pass",
    "j%C3%BCrgen:pass, jürgen:pass",
  })
  @Tag("R-H6")
  void turnsUserAndPasswordIntoBasicCredentials(String userInfo, String decoded) {
    EndpointUrl url = EndpointUrl.parse("url", "https://" + userInfo + "@h.example:8443/x");

    assertThat(url.authorization())
        .contains(
            "Basic "
                + Base64.getEncoder().encodeToString(decoded.getBytes(StandardCharsets.UTF_8)));
    assertThat(url).hasToString("https://***@h.example:8443/x");
    assertThat(url.hostHeader()).isEqualTo("h.example:8443");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "127.0.0.1., 127.0.0.1",
    "127.1, 127.0.0.1",
    "127.0.1, 127.0.0.1",
    "2130706433, 127.0.0.1",
    "0x7f000001, 127.0.0.1",
    "0X7F.1, 127.0.0.1",
    "0177.0.0.1, 127.0.0.1",
    "0177.0.0.0x1, 127.0.0.1",
    "017700000001, 127.0.0.1",
    "00000000000000000000000177.1, 127.0.0.1",
    "0x0000000000000000007f.1, 127.0.0.1",
    "0, 0.0.0.0",
    "0x, 0.0.0.0",
    "4294967295, 255.255.255.255",
    "10.65535, 10.0.255.255",
    "169.254.43518, 169.254.169.254",
    "[::1], ::1",
    "[0:0:0:0:0:0:0:1], ::1",
    "[::FFFF:127.0.0.1], 127.0.0.1",
    "[::ffff:7f00:1], 127.0.0.1",
    "[2001:DB8::0:1], 2001:db8::1",
    "[64:ff9b::7f00:1], 64:ff9b::7f00:1",
  })
  @Tag("R-X1")
  void givesTheAddressOfALiteralInAnySpelling(String host, String canonical) {
    EndpointUrl url = EndpointUrl.parse("url", "http://" + host + ":81/");

    assertThat(url.host()).isEqualTo(canonical);
    assertThat(url.literalAddress()).contains(Addresses.of(canonical));
    assertThat(url.hostHeader())
        .isEqualTo(canonical.contains(":") ? "[" + canonical + "]:81" : canonical + ":81");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "h.example",
        "h.example/x",
        "//h.example/x",
        "ftp://h.example/",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https:/h.example/",
        "https:h.example",
        "https://",
        "https:///x",
        "https://?x",
        "https://:443/",
        "https://@/",
        "https://user@/x",
        "https://h.example:0/",
        "https://h.example:65536/",
        "https://h.example:999999999999/",
        "https://h.example:80a/",
        "https://h.example:-1/",
        "https://h.example:80:80/",
        "https://h example/",
        " https://h.example/",
        "https://h.example/ ",
        "https://h.example/a b",
        "https://h.example/a\nb",
        "https://h.example/a\u0000b",
        "https://h.example\\@evil.example/",
        "https://h.example/ä",
        "https://bücher.example/",
        "https://h.example/%",
        "https://h.example/%2",
        "https://h.example/x?q=%zz",
        "https://h%2eexample/",
        "https://%31%32%37.0.0.1/",
        "https://-h.example/",
        "https://h-.example/",
        "https://.h.example/",
        "https://h..example/",
        "https://h.example../",
        "https://h,example/",
        "https://h*.example/",
        "https://1.2.3.4.5/",
        "https://256.1.1.1/",
        "https://1.2.3.256/",
        "https://1.16777216/",
        "https://4294967296/",
        "https://09.1.1.1/",
        "https://0x7g.1/",
        "https://h.example.0x7f/",
        "https://h.example.1/",
        "https://1..1/",
        "https://[::1/",
        "https://::1/",
        "https://[::1]x/",
        "https://[fe80::1%25eth0]/",
        "https://[fe80::1%eth0]/",
        "https://[127.0.0.1]/",
        "https://[]/",
        "https://[::1::]/",
        "https://[v1.x]/",
        "https://us%zzer@h.example/",
        "https://us%0Aer@h.example/",
        "https://us%ffer@h.example/",
        "https://us%3Aer:pass@h.example/",
      })
  @Tag("R-C3")
  @Tag("R-X3")
  void thatIsNoneIsRefusedByField(String url) {
    assertThatThrownBy(() -> EndpointUrl.parse("endpoints[0].url", url))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("endpoints[0].url \"")
        .hasMessageContaining("(expected: ");
  }

  @Test
  @Tag("R-X3")
  void isBoundedInLengthAndSoAreItsHostsParts() {
    String path = "/" + "x".repeat(4096 - "https://h.example/".length());

    assertThat(EndpointUrl.parse("url", "https://h.example" + path).requestTarget())
        .isEqualTo(path);
    assertThat(EndpointUrl.parse("url", "https://" + "a".repeat(63) + ".example/")).isNotNull();
    assertRefused("https://h.example" + path + "x");
    assertRefused("https://" + "a".repeat(64) + ".example/");
    assertRefused("https://" + "a.".repeat(127) + "example/");
    assertRefused("https://" + "1".repeat(4000) + "/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://user:hunter2@h.example:0/",
        "https://user:hunter2@[::1/",
        "https://user:hun/ter2/hunter2@h.example/",
        "https://user:hunter2?x@h example/",
        "https://user:hunter2#x@h.example:x/",
        "https//user:hunter2@h.example/",
        "user:hunter2@h.example",
        "hunter2://hunter2:hunter2@h.example/",
        "https://user:hunter2%zz@h.example/",
        "https://user:hunter2@other@h.example:0/",
      })
  @Tag("R-X3")
  @Tag("R-R3")
  void neverShowsItsPasswordWhenRefused(String url) {
    InvalidInputException refusal =
        catchThrowableOfType(InvalidInputException.class, () -> EndpointUrl.parse("url", url));

    assertThat(refusal.getMessage()).doesNotContain("hunter2").contains("***@");
    assertThat(refusal).hasNoCause();
  }

  @Test
  void isParsedOrRefusedWhateverTheText() {
    String alphabet = "ahx0127.:/@[]%?#-_fF \\\n";
    Seeded.runs(
        10_000,
        random -> {
          StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "" : "http://");
          for (int i = random.nextInt(24); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
          }
          try {
            EndpointUrl url = EndpointUrl.parse("url", text.toString());
            assertThat(url.port()).isBetween(1, 65535);
            assertThat(url.requestTarget()).startsWith("/").doesNotContain("#", " ", "\n");
            assertThat(url.host()).isNotEmpty().doesNotContain("[", "@", "/", "%");
            if (url.authorization().isEmpty()) {
              assertThat(EndpointUrl.parse("url", url.toString())).isEqualTo(url);
            }
          } catch (InvalidInputException e) {
            assertThat(e.field()).isEqualTo("url");
          }
        });
  }

  private static void assertRefused(String url) {
    assertThatThrownBy(() -> EndpointUrl.parse("url", url))
        .isInstanceOf(InvalidInputException.class)
        .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(400));
  }
}
