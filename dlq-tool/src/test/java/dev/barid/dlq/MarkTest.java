package dev.barid.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-Q3")
class MarkTest {

  private static final Instant NOW = Instant.parse("2026-05-02T00:00:00Z");
  private static final DeadLetter LETTER =
      Letters.at(new Letters(Topics.DEFAULT).exhausted("acme", "orders", "e-1", 503), 17);
  private static final Entry OPEN = new Entry(LETTER, Optional.empty());

  private static Entry marked(Mark mark) {
    return new Entry(LETTER, Optional.of(mark));
  }

  private static RedriveRequest request(boolean force, Optional<String> to) {
    return new RedriveRequest(Filter.ALL, force, to, 10, OptionalLong.empty(), "job");
  }

  @Test
  void aMarkIsReadBackAsItWasWritten() {
    Mark mark = new Mark(State.PURGED, NOW, "clean \"up\"", 2, 17, List.of("sandbox"));

    assertThat(Mark.fromJson(mark.toJson())).contains(mark);
  }

  @Test
  void itsJsonSaysWhatWasDoneWhenAndByWhichJob() {
    assertThat(new String(Mark.redriven(OPEN, NOW, "fix-42").toJson(), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"state\":\"redriven\",\"at\":\"2026-05-02T00:00:00Z\",\"job\":\"fix-42\","
                + "\"times\":1,\"offset\":17}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "[]", "7", "{}", "{\"state\":\"lost\",\"at\":\"2026-05-02T00:00:00Z\"}"})
  void whatIsNoMarkIsNone(String text) {
    assertThat(Mark.fromJson(text.getBytes(StandardCharsets.UTF_8))).isEmpty();
  }

  @Test
  void everyRedriveCounts() {
    Mark first = Mark.redriven(OPEN, NOW, "a");
    Mark second = Mark.redriven(marked(first), NOW, "b");

    assertThat(second.times()).isEqualTo(2);
    assertThat(marked(second).state()).isEqualTo(State.REDRIVEN);
  }

  @Test
  void aCopyLeavesTheDeadLetterOpenAndIsNotSentToTheSameSubscriberAgain() {
    Entry copied = marked(Mark.copied(OPEN, "sandbox", NOW, "test"));

    assertThat(copied.state()).isEqualTo(State.OPEN);
    assertThat(request(false, Optional.of("sandbox")).answer(copied))
        .isEqualTo(RedriveRequest.Answer.GONE_BEFORE);
    assertThat(request(true, Optional.of("sandbox")).answer(copied))
        .isEqualTo(RedriveRequest.Answer.MATCHED);
    assertThat(request(false, Optional.of("other")).answer(copied))
        .isEqualTo(RedriveRequest.Answer.MATCHED);
    assertThat(request(false, Optional.empty()).answer(copied))
        .isEqualTo(RedriveRequest.Answer.MATCHED);
  }

  @Test
  void whatWasRedrivenGoesAgainOnlyByForceAndWhatWasPurgedNever() {
    Entry redriven = marked(Mark.redriven(OPEN, NOW, "a"));
    Entry purged = marked(new Mark(State.PURGED, NOW, "b", 0, 17, List.of()));

    assertThat(request(false, Optional.empty()).answer(redriven))
        .isEqualTo(RedriveRequest.Answer.GONE_BEFORE);
    assertThat(request(true, Optional.empty()).answer(redriven))
        .isEqualTo(RedriveRequest.Answer.MATCHED);
    assertThat(request(true, Optional.empty()).answer(purged))
        .isEqualTo(RedriveRequest.Answer.NOT_MEANT);
  }
}
