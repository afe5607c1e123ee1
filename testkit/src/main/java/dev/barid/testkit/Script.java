package dev.barid.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * What a {@link Receiver} does on one path. Each call replaces what was said before, also while
 * requests come in. Thread-safe.
 */
public final class Script {
  private volatile Steps steps;

  Script(Behavior first) {
    steps = new Steps(List.of(first), new AtomicInteger());
  }

  private record Steps(List<Behavior> behaviors, AtomicInteger calls) {
    Behavior next() {
      int call = calls.getAndUpdate(n -> Math.min(n + 1, behaviors.size() - 1));
      return behaviors.get(call);
    }
  }

  Behavior next() {
    return steps.next();
  }

  /** One behavior for each request, in order; the last one for all that follow. */
  public void behave(Behavior... behaviors) {
    if (behaviors.length == 0) {
      throw new IllegalArgumentException("behaviors \"\" (expected: one or more)");
    }
    steps = new Steps(List.of(behaviors), new AtomicInteger());
  }

  /** Answers with that status and no body. */
  public void answer(int status) {
    behave(Behavior.answer(status));
  }

  /** Answers with all of it. */
  public void answer(int status, Map<String, String> headers, String body) {
    behave(Behavior.answer(status, headers, body));
  }

  /** Answers with one status after the other, and goes on with the last. */
  public void answers(int... statuses) {
    behave(Arrays.stream(statuses).mapToObj(Behavior::answer).toArray(Behavior[]::new));
  }

  /** Answers with that status, that long after each request. */
  public void answerAfter(Duration delay, int status) {
    behave(Behavior.answer(status).after(delay));
  }

  /** Never answers. */
  public void hang() {
    behave(new Behavior.Hang());
  }

  /** Sends a body byte by byte, with a pause before each. */
  public void drip(int status, int bytes, Duration pause) {
    behave(new Behavior.Drip(status, bytes, pause));
  }

  /** Sends a body that never ends. */
  public void endlessBody(int status) {
    behave(new Behavior.EndlessBody(status));
  }

  /** Sends headers of about that many bytes. */
  public void hugeHeaders(int status, int bytes) {
    behave(new Behavior.HugeHeaders(status, bytes));
  }

  /** Says one content length, sends that body, and closes. */
  public void wrongLength(int status, int contentLength, String body) {
    behave(new Behavior.WrongLength(status, contentLength, body.getBytes(StandardCharsets.UTF_8)));
  }

  /** Closes the connection without an answer. */
  public void hangUp() {
    behave(new Behavior.Close());
  }

  /** Resets the connection. */
  public void reset() {
    behave(new Behavior.Reset());
  }

  /** Decides by the request, on the event loop: must not block. */
  public void byRequest(Function<ReceivedRequest, Behavior> choice) {
    behave(new Behavior.ByRequest(choice));
  }
}
