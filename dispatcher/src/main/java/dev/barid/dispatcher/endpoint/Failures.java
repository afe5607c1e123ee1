package dev.barid.dispatcher.endpoint;

import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What a failure of the HTTP client means for the delivery. Pure. */
final class Failures {
  private static final int MAX_CAUSES = 10;

  private Failures() {}

  /** The host's name led to no address. */
  static Failed unresolved(String host, Throwable failure) {
    String why = find(failure, Failures::saysMore).map(cause -> ": " + text(cause)).orElse("");
    return new Failed(ErrorClass.DNS, "host \"" + host + "\" cannot be resolved" + why);
  }

  /** There is no connection yet. */
  static Failed connecting(Throwable failure) {
    Optional<Failed> tls = tls(failure);
    if (tls.isPresent()) {
      return tls.get();
    }
    if (failure instanceof Http2Exception) {
      return new Failed(ErrorClass.CLOSED, lost(failure));
    }
    return find(failure, Failures::isClosed).isPresent()
        ? new Failed(ErrorClass.CLOSED, "connection closed before it could be used")
        : new Failed(ErrorClass.CONNECT, text(failure));
  }

  /** The request is on its way, or its answer. */
  static Failed exchanging(Throwable failure, String where) {
    return tls(failure).orElseGet(() -> new Failed(ErrorClass.CLOSED, lost(failure) + where));
  }

  private static boolean isClosed(Throwable failure) {
    String message = failure.getMessage();
    return failure instanceof ClosedChannelException
        || (message != null && message.startsWith("Connection reset"));
  }

  private static Optional<Failed> tls(Throwable failure) {
    // The innermost one names the certificate or the alert; those around it only repeat it.
    @Nullable Throwable named = null;
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (cause instanceof SSLException || cause instanceof CertificateException) {
        named = cause;
      }
      cause = cause.getCause();
    }
    return Optional.ofNullable(named).map(found -> new Failed(ErrorClass.TLS, text(found)));
  }

  private static String lost(Throwable failure) {
    Throwable shown = shown(failure);
    if (shown instanceof Http2Exception.HeaderListSizeException tooLarge) {
      return tooLarge.duringDecode()
          ? "the answer's headers are too large"
          : "the request's headers are larger than the endpoint takes";
    }
    if (shown instanceof Http2Exception broken) {
      return "the answer is no HTTP/2 (" + broken.error() + ": " + text(broken) + ")";
    }
    if (find(failure, TooLongHttpHeaderException.class::isInstance).isPresent()
        || find(failure, TooLongHttpLineException.class::isInstance).isPresent()) {
      return "the answer's headers are too large";
    }
    if (failure instanceof ClosedChannelException) {
      return "connection closed";
    }
    if (failure instanceof IOException) {
      return text(failure);
    }
    return "the answer is no HTTP (" + text(failure) + ")";
  }

  private static boolean saysMore(Throwable failure) {
    return !(failure instanceof UnknownHostException) && failure.getMessage() != null;
  }

  private static Optional<Throwable> find(Throwable failure, Predicate<Throwable> wanted) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (wanted.test(cause)) {
        return Optional.of(cause);
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  private static String text(Throwable failure) {
    Throwable shown = shown(failure);
    String message = shown.getMessage();
    return message == null ? shown.getClass().getSimpleName() : message;
  }

  private static Throwable shown(Throwable failure) {
    return failure instanceof DecoderException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
