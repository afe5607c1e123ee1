package dev.barid.core.notice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A notice")
@Tag("R-M5")
class NoticeTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Notice GONE =
      new Notice(T0, NoticeKind.ENDPOINT_GONE, "acme", Optional.of("orders"), "gone", "HTTP 410");

  @Test
  void isJsonThatSaysWhatHappenedToWhom() {
    assertThat(new String(GONE.toJson(), UTF_8))
        .isEqualTo(
            "{\"time\":\"2026-01-01T00:00:00Z\",\"kind\":\"endpoint-gone\",\"subscriber\":\"acme\","
                + "\"endpoint\":\"orders\",\"reason\":\"gone\",\"detail\":\"HTTP 410\"}");
    assertThat(GONE.eventType()).isEqualTo("barid.notice.endpoint-gone");
  }

  @ParameterizedTest
  @EnumSource
  void isReadBackAsItWasWritten(NoticeKind kind) {
    Notice notice = new Notice(T0, kind, "acme", Optional.empty(), "why", "\u0000 \"…\" 🙂");

    assertThat(Notice.fromJson(notice.toJson())).contains(notice);
    assertThat(Notice.fromJson(GONE.toJson())).contains(GONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{",
        "{\"kind\":\"endpoint-gone\"}",
        "{\"time\":\"2026-01-01T00:00:00Z\",\"kind\":\"moon-full\",\"subscriber\":\"acme\"}",
      })
  void isNoneAtAllWhenDamagedOrOfAnUnknownKind(String json) {
    assertThat(Notice.fromJson(json.getBytes(UTF_8))).isEmpty();
  }

  @Test
  void mayHaveFieldsThatAreNotKnownYet() {
    String json = new String(GONE.toJson(), UTF_8).replace("{", "{\"colour\":7,");

    assertThat(Notice.fromJson(json.getBytes(UTF_8))).contains(GONE);
  }

  @Test
  void goesToTheSubscriberThatIsNamedForIt() {
    assertThat(Recipients.of(GONE, Optional.of("acme-ops"), Optional.of("order.paid")))
        .contains("acme-ops");
    assertThat(Recipients.of(GONE, Optional.of("acme-ops"), Optional.empty())).contains("acme-ops");
    assertThat(Recipients.of(GONE, Optional.empty(), Optional.empty())).isEmpty();
  }

  @Test
  void goesToNobodyAboutItself() {
    assertThat(Recipients.of(GONE, Optional.of("acme"), Optional.empty())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void bredByANoticeGoesToNobodySoThatTwoNeverKeepEachOtherBusy(NoticeKind kind) {
    Notice first = new Notice(T0, kind, "acme", Optional.of("orders"), "why", "…");

    assertThat(Recipients.of(GONE, Optional.of("acme-ops"), Optional.of(first.eventType())))
        .isEmpty();
  }
}
