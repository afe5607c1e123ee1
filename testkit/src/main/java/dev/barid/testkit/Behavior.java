package dev.barid.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/** What a {@link Receiver} does with one request, once it has read all of it. */
public sealed interface Behavior {

  /** Answers, as told. A name in {@code headers} goes out as it is written. */
  record Answer(int status, Map<String, String> headers, byte[] body) implements Behavior {}

  /** Answers in chunks of one byte, that many, with a pause before each. */
  record Drip(int status, int bytes, Duration pause) implements Behavior {}

  /** Answers with a body that ends only with the connection. */
  record EndlessBody(int status) implements Behavior {}

  /** Answers with headers of about that size in all, none longer than 4 KiB. */
  record HugeHeaders(int status, int bytes) implements Behavior {}

  /** Says one length, sends a body of another, and closes the connection. */
  record WrongLength(int status, int contentLength, byte[] body) implements Behavior {}

  /** Never answers, and keeps the connection open. */
  record Hang() implements Behavior {}

  /** Closes the connection without an answer. */
  record Close() implements Behavior {}

  /** Resets the connection: the peer gets an error instead of its end. */
  record Reset() implements Behavior {}

  /** Waits, then does the other. */
  record Delayed(Duration delay, Behavior then) implements Behavior {}

  /** Decides by the request. Runs on the receiver's event loop: it must not block. */
  record ByRequest(Function<ReceivedRequest, Behavior> choice) implements Behavior {}

  static Behavior answer(int status) {
    return answer(status, "");
  }

  static Behavior answer(int status, String body) {
    return answer(status, Map.of(), body);
  }

  static Behavior answer(int status, Map<String, String> headers, String body) {
    return new Answer(status, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  /** This behavior, that long later; held by a timer, not by a thread. */
  default Behavior after(Duration delay) {
    return new Delayed(delay, this);
  }
}
