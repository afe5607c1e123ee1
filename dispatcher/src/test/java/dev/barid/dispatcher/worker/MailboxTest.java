package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.budget.BudgetLimits;
import dev.barid.core.budget.RetryBudget;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.EndpointState;
import dev.barid.dispatcher.lane.Lane;
import dev.barid.dispatcher.lane.LaneLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MailboxTest {

  private final Mailbox mailbox = new Mailbox(2);
  private final List<Mail> received = new ArrayList<>();
  private final List<Runnable> arrives = new ArrayList<>();

  @Test
  void endsOfAttemptsHaveRoomHoweverMuchElseComes() throws InterruptedException {
    for (int token = 0; token < Mailbox.OTHERS; token++) {
      mailbox.put(new Mail.RegistryCaughtUp(token));
    }
    mailbox.post(ended());
    mailbox.post(ended());
    mailbox.drain(received::add);
    assertThat(received).hasSize(Mailbox.OTHERS + 2);
  }

  @Test
  void moreEndsThanAttemptsAreAFault() {
    for (int token = 0; token < Mailbox.OTHERS + 2; token++) {
      mailbox.post(ended());
    }
    assertThatThrownBy(() -> mailbox.post(ended()))
        .hasMessage("mailbox is full (expected: room for every attempt)");
  }

  @Test
  void othersWaitForRoom() throws InterruptedException {
    Thread other =
        new Thread(
            () -> {
              for (int token = 0; token < Mailbox.OTHERS + 5; token++) {
                putOrFail(token);
              }
            });
    other.start();
    while (other.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    while (received.size() < Mailbox.OTHERS + 5) {
      mailbox.await(TimeUnit.MILLISECONDS.toNanos(10), received::add);
    }
    other.join();
    for (int token = 0; token < received.size(); token++) {
      assertThat(received.get(token)).isEqualTo(new Mail.RegistryCaughtUp(token));
    }
  }

  @Test
  void nobodyWaitsForAnOwnerThatHasGone() throws InterruptedException {
    for (int token = 0; token < Mailbox.OTHERS; token++) {
      mailbox.put(new Mail.RegistryCaughtUp(token));
    }
    Thread other = new Thread(() -> putOrFail(0));
    other.start();
    mailbox.close();
    other.join();
    mailbox.put(new Mail.RegistryCaughtUp(0));
    mailbox.post(ended());
  }

  @Test
  void mailThatIsMetByAnExceptionIsNotHandedOverAgainAndTheRestIsNotLost()
      throws InterruptedException {
    for (int token = 0; token < 5; token++) {
      mailbox.put(new Mail.RegistryCaughtUp(token));
    }
    assertThatThrownBy(
            () ->
                mailbox.drain(
                    mail -> {
                      received.add(mail);
                      if (received.size() == 3) {
                        throw new IllegalStateException("unforeseen");
                      }
                    }))
        .hasMessage("unforeseen");
    mailbox.await(0, received::add);
    assertThat(received).doesNotHaveDuplicates().hasSize(5);
  }

  @Test
  void awaitReturnsWithoutMailWhenTheTimeIsOver() {
    mailbox.await(1, received::add);
    assertThat(received).isEmpty();
  }

  @Test
  void whatGathersIsHandedOverAtOnce() {
    Mailbox gathering =
        new Mailbox(
            new ArrayBlockingQueue<>(10),
            nanos -> {
              assertThat(nanos).isEqualTo(7);
              assertThat(received).isEmpty();
              arrives.forEach(Runnable::run);
            });
    arrives.add(() -> gathering.post(ended()));
    arrives.add(() -> gathering.post(ended()));
    gathering.gather(7, received::add);
    assertThat(received).hasSize(2);
  }

  private void putOrFail(long token) {
    try {
      mailbox.put(new Mail.RegistryCaughtUp(token));
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static Mail.AttemptEnded ended() {
    EndpointLane lane =
        new EndpointLane(
            new EndpointKey("acme", "orders"),
            new Lane<>(new LaneLimits(1, 1, 1, 1), 0),
            new RetryBudget(BudgetLimits.STANDARD, 0).newShare(0));
    InFlight attempt =
        new InFlight(
            Samples.queued(Samples.polled(Samples.partition(0), 0, 1)),
            lane,
            Samples.endpoint("orders", EndpointState.ACTIVE),
            0);
    return new Mail.AttemptEnded(attempt, new AttemptResult.Answered(200));
  }
}
