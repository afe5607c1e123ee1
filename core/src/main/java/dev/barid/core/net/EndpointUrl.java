package dev.barid.core.net;

import dev.barid.core.text.InvalidInputException;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where an endpoint is: an {@code http} or {@code https} URL taken apart strictly, with nothing
 * normalised in what is sent as the request target.
 *
 * @param ssl whether the scheme is {@code https}
 * @param host the name in lower case, or the canonical IP literal without brackets
 * @param port the port given, else 80 or 443
 * @param requestTarget path and query exactly as written, starting with a slash; no fragment
 * @param authorization the {@code Authorization} field that the URL's user and password ask for; a
 *     secret
 * @param literalAddress the address when the host is an IP literal, in whatever spelling
 */
public record EndpointUrl(
    boolean ssl,
    String host,
    int port,
    String requestTarget,
    Optional<String> authorization,
    Optional<InetAddress> literalAddress) {
  private static final int MAX_CHARS = 4096;
  private static final int MAX_HOST_CHARS = 253;
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  private static final Pattern SCHEME = Pattern.compile("(?i:https?)://");
  private static final Pattern FORM =
      Pattern.compile("(?i:(?<scheme>https?))://(?<authority>[^/?#]*)(?<target>[^#]*)(?:#.*)?");
  private static final Pattern HOST_PORT =
      Pattern.compile("(?<host>\\[[^\\]]*\\]|[^:\\[\\]]*)(?::(?<port>[0-9]*))?");
  private static final Pattern NAME =
      Pattern.compile(
          "(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\\.)*"
              + "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?");

  /**
   * Takes a URL apart.
   *
   * @param field named in the error
   * @param url such as {@code https://user:password@hooks.example.com:8443/in%2Fbox?k=v}
   * @throws InvalidInputException when it is no http(s) URL; its user and password are not shown
   */
  public static EndpointUrl parse(String field, String url) {
    requireCharacters(field, url);
    Matcher form = FORM.matcher(url);
    if (!form.matches()) {
      throw refused(field, url, "a URL that starts with http:// or https://");
    }
    boolean ssl = form.group("scheme").toLowerCase(Locale.ROOT).equals("https");
    String authority = form.group("authority");
    int at = authority.lastIndexOf('@');
    Optional<String> authorization = Optional.empty();
    if (at > 0) {
      authorization =
          UserInfo.authorization(authority.substring(0, at))
              .or(
                  () ->
                      fail(field, url, "a user and password in UTF-8, without control characters"));
    }
    Matcher hostPort = HOST_PORT.matcher(authority.substring(at + 1));
    if (!hostPort.matches()) {
      throw refused(field, url, "a host, and at most a port after it");
    }
    String written = hostPort.group("host");
    Optional<InetAddress> literal = literal(field, url, written);
    return new EndpointUrl(
        ssl,
        literal
            .map(address -> IpLiteral.format(address.getAddress()))
            .orElseGet(() -> name(field, url, written)),
        port(field, url, hostPort.group("port"), ssl),
        target(field, url, form.group("target")),
        authorization,
        literal);
  }

  /** The {@code Host} field's value: brackets around IPv6, the port unless it is the scheme's. */
  public String hostHeader() {
    String bare = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return port == (ssl ? HTTPS_PORT : HTTP_PORT) ? bare : bare + ":" + port;
  }

  /** The URL with user and password masked. */
  @Override
  public String toString() {
    String userInfo = authorization.isPresent() ? "***@" : "";
    return (ssl ? "https://" : "http://") + userInfo + hostHeader() + requestTarget;
  }

  private static void requireCharacters(String field, String url) {
    if (url.length() > MAX_CHARS) {
      throw refused(field, url, "at most " + MAX_CHARS + " characters");
    }
    if (!url.chars().allMatch(c -> c > ' ' && c < 0x7F && "\"<>\\".indexOf(c) < 0)) {
      throw refused(
          field,
          url,
          "printable ASCII without space, quote, angle bracket or backslash; percent-encode others"
              + " in the path, write an international host name in its xn-- form");
    }
  }

  private static Optional<InetAddress> literal(String field, String url, String host) {
    if (host.startsWith("[")) {
      return IpLiteral.v6(host.substring(1, host.length() - 1))
          .or(() -> fail(field, url, "an IPv6 address without a zone in the brackets"))
          .map(IpLiteral::address);
    }
    String bare = withoutFinalDot(host);
    if (!IpLiteral.endsInNumber(bare)) {
      return Optional.empty();
    }
    return IpLiteral.looseV4(bare)
        .or(() -> fail(field, url, "a host name whose last label is no number, or an IPv4 address"))
        .map(IpLiteral::address);
  }

  private static String name(String field, String url, String host) {
    String bare = withoutFinalDot(host);
    if (bare.length() > MAX_HOST_CHARS || !NAME.matcher(bare).matches()) {
      throw refused(field, url, "a host name: labels of letters, digits, - and _, dots between");
    }
    return bare.toLowerCase(Locale.ROOT);
  }

  private static int port(String field, String url, @Nullable String digits, boolean ssl) {
    if (digits == null || digits.isEmpty()) {
      return ssl ? HTTPS_PORT : HTTP_PORT;
    }
    int port = digits.length() > 5 ? 0 : Integer.parseInt(digits);
    if (port < 1 || port > 0xFFFF) {
      throw refused(field, url, "a port from 1 to 65535");
    }
    return port;
  }

  private static String target(String field, String url, String written) {
    if (!UserInfo.isPercentEncodingValid(written)) {
      throw refused(field, url, "two hexadecimal digits after each % in path and query");
    }
    return written.startsWith("/") ? written : "/" + written;
  }

  private static String withoutFinalDot(String host) {
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  private static <T> Optional<T> fail(String field, String url, String expected) {
    throw refused(field, url, expected);
  }

  /** A malformed URL may hide its password anywhere before its last {@code @}. */
  private static InvalidInputException refused(String field, String url, String expected) {
    int at = url.lastIndexOf('@');
    Matcher scheme = SCHEME.matcher(url);
    String start = scheme.lookingAt() && scheme.end() <= at ? scheme.group() : "";
    String shown = at < 0 ? url : start + "***" + url.substring(at);
    return new InvalidInputException(field, shown, expected);
  }
}
