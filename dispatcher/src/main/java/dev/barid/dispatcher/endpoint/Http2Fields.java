package dev.barid.dispatcher.endpoint;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpScheme;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A request's head as HTTP/2 writes it (RFC 9113 section 8.3). Pure. */
final class Http2Fields {

  /** Fields of most requests. */
  private static final int USUAL = 16;

  private static final String HOST = "host";

  /** Those that HTTP/2 has no use for (RFC 9113 8.2.2), and the length, which is added. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "connection",
          "content-length",
          "keep-alive",
          "proxy-connection",
          "te",
          "transfer-encoding",
          "upgrade");

  /**
   * What the peer may keep for later requests. All else differs in each of them, or may be secret:
   * several subscribers' requests may share a connection, and lengths would tell of their values.
   */
  private static final Set<AsciiString> KEPT =
      Set.of(
          Http2Headers.PseudoHeaderName.METHOD.value(),
          Http2Headers.PseudoHeaderName.SCHEME.value(),
          Http2Headers.PseudoHeaderName.AUTHORITY.value(),
          HttpHeaderNames.CONTENT_TYPE,
          HttpHeaderNames.USER_AGENT);

  private Http2Fields() {}

  /**
   * All fields of a request.
   *
   * @throws IllegalArgumentException if a header can't be written
   */
  static Http2Headers of(OutgoingRequest request) {
    Http2Headers fields = new DefaultHttp2Headers(false, USUAL);
    fields.method(HttpMethod.POST.asciiName());
    fields.scheme(HttpScheme.HTTPS.name());
    fields.authority(request.url().hostHeader());
    fields.path(request.url().requestTarget());
    for (Map.Entry<String, String> header : request.headers()) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      RequestBytes.requireOneLine(name, header.getValue());
      if (name.equals(HOST)) {
        fields.authority(header.getValue());
      } else if (!LEFT_OUT.contains(name)) {
        fields.add(AsciiString.of(name), header.getValue());
      }
    }
    fields.addInt(HttpHeaderNames.CONTENT_LENGTH, request.body().length);
    return fields;
  }

  /** Whether a field must be kept by nobody on the way (RFC 7541 section 7.1.3). */
  static boolean isForOnce(CharSequence name) {
    return !KEPT.contains(AsciiString.of(name));
  }
}
