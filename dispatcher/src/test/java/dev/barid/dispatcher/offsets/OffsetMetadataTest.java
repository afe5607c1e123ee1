package dev.barid.dispatcher.offsets;

import static dev.barid.dispatcher.offsets.OffsetMetadata.MAX_CHARS;
import static dev.barid.dispatcher.offsets.OffsetMetadata.decode;
import static dev.barid.dispatcher.offsets.OffsetMetadata.encode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-D2")
class OffsetMetadataTest {

  @Nested
  class WhatIsEncoded {

    @Test
    void comesBackWhateverTheRunsAre() {
      for (long seed = 0; seed < 5_000; seed++) {
        Random random = new Random(seed);
        long committed = random.nextLong(1L << random.nextInt(1, 61));
        CompletedRuns runs = randomRuns(random, committed, random.nextInt(200));

        String text = encode(committed, runs, MAX_CHARS);

        assertThat(text.length()).as("seed %d", seed).isLessThanOrEqualTo(MAX_CHARS);
        assertThat(decode(committed, text)).as("seed %d", seed).isEqualTo(runs);
      }
    }

    @Test
    void isTheLongestPrefixThatFits() {
      for (long seed = 0; seed < 2_000; seed++) {
        Random random = new Random(seed);
        long committed = random.nextInt(1_000);
        CompletedRuns runs = randomRuns(random, committed, 1 + random.nextInt(30));
        int maxChars = random.nextInt(120);

        String text = encode(committed, runs, maxChars);
        int fitted = decode(committed, text).size();

        assertThat(text.length()).as("seed %d", seed).isLessThanOrEqualTo(maxChars);
        assertThat(decode(committed, text)).as("seed %d", seed).isEqualTo(prefix(runs, fitted));
        if (fitted < runs.size()) {
          String oneMore = encode(committed, prefix(runs, fitted + 1), MAX_CHARS);
          assertThat(oneMore.length()).as("seed %d", seed).isGreaterThan(maxChars);
        }
      }
    }

    @Test
    void isEmptyWhenNothingIsFinishedBeyond() {
      assertThat(encode(7, CompletedRuns.none(), MAX_CHARS)).isEmpty();
      assertThat(decode(7, "")).isEqualTo(CompletedRuns.none());
    }

    @Test
    void holdsFiftyThousandFinishedBehindOneHeadInAFewCharacters() {
      String text = encode(7, CompletedRuns.of(8, 50_008), MAX_CHARS);

      assertThat(text).hasSizeLessThan(16);
      assertThat(decode(7, text).contains(50_007)).isTrue();
    }

    @Test
    void keepsARunOfTwoToTheSixtyAsARun() {
      CompletedRuns runs = CompletedRuns.of(1L << 61, (1L << 61) + (1L << 60));

      assertThat(decode(0, encode(0, runs, MAX_CHARS))).isEqualTo(runs);
    }

    @Test
    void mayStartAtTheCommittedOffset() {
      CompletedRuns runs = CompletedRuns.of(7, 9, 10, 11);

      assertThat(decode(7, encode(7, runs, MAX_CHARS))).isEqualTo(runs);
    }

    @Test
    void mayNotStartBelowTheCommittedOffset() {
      assertThatThrownBy(() -> encode(8, CompletedRuns.of(7, 9), MAX_CHARS))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("run \"7..8\" (expected: one from 8 on)");
    }

    @Test
    void mayNotTakeMoreThanABrokerTakes() {
      assertThatThrownBy(() -> encode(0, CompletedRuns.none(), MAX_CHARS + 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("characters of metadata \"4097\" (expected: 0 to 4096)");
    }
  }

  @Nested
  class SaysNothing {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          " ",
          "b1:",
          "b1:A",
          "b1:====",
          "b1:AAAAAA",
          "b1:AAAAAAEB",
          "b2:AAAAAAEB",
          "b1:é漢😀",
          "{\"offset\":7}",
          "NO_METADATA",
          "bzIxAAAA",
          "1,2,3-9",
          "b1:\n",
          "b1:AAAA AEB",
          "\0"
        })
    void whenItIsForeign(String text) {
      assertThat(decode(7, text)).isEqualTo(CompletedRuns.none());
    }

    @Test
    void whenACharacterIsDamaged() {
      String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ é";
      for (long seed = 0; seed < 5_000; seed++) {
        Random random = new Random(seed);
        CompletedRuns runs = randomRuns(random, 100, 1 + random.nextInt(50));
        String text = encode(100, runs, MAX_CHARS);
        StringBuilder damaged = new StringBuilder(text);
        damaged.setCharAt(
            random.nextInt(text.length()), alphabet.charAt(random.nextInt(alphabet.length())));

        // The last character may hold bits that stand for nothing.
        assertThat(decode(100, damaged.toString()))
            .as("seed %d", seed)
            .isIn(CompletedRuns.none(), runs);
      }
    }

    @Test
    void whenItIsCut() {
      String text = encode(100, CompletedRuns.of(103, 200, 100_000, 100_001), MAX_CHARS);
      for (int length = 0; length < text.length(); length++) {
        assertThat(decode(100, text.substring(0, length))).isEqualTo(CompletedRuns.none());
      }
    }

    @Test
    void whenItIsRandom() {
      for (long seed = 0; seed < 20_000; seed++) {
        Random random = new Random(seed);
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        String text = "b1:" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);

        assertThat(decode(random.nextInt(100), text))
            .as("seed %d", seed)
            .isEqualTo(CompletedRuns.none());
      }
    }

    @Test
    void whenItWasCommittedWithAnotherOffset() {
      String text = encode(100, CompletedRuns.of(103, 200), MAX_CHARS);

      assertThat(decode(99, text)).isEqualTo(CompletedRuns.none());
      assertThat(decode(101, text)).isEqualTo(CompletedRuns.none());
      assertThat(decode(-1, text)).isEqualTo(CompletedRuns.none());
    }

    @Test
    void whenItIsLongerThanABrokerTakes() {
      byte[] pairs = new byte[3_072];
      Arrays.fill(pairs, (byte) 1);
      byte[] fewer = Arrays.copyOf(pairs, 3_064);

      assertThat(decode(0, checked(0, fewer)).size()).isEqualTo(1_532);
      assertThat(decode(0, checked(0, pairs))).isEqualTo(CompletedRuns.none());
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "01", // no finished run after the unfinished one
          "010101", // nor after the second
          "0100", // an empty finished run
          "01010001", // an empty unfinished run after the first
          "0180", // a varint that is cut
          "8080808080808080800101", // one of ten bytes
          "ffffffffffffffff7f01", // a run up to the largest offset, and one after it
        })
    void whenItsLengthsMakeNoSenseAlthoughTheChecksumIsRight(String hex) {
      byte[] lengths = HexFormat.of().parseHex(hex);

      assertThat(decode(7, checked(7, lengths))).isEqualTo(CompletedRuns.none());
    }

    /** So that the cases above are refused for their lengths, not for how they are made here. */
    @Test
    void unlessItsLengthsMakeSense() {
      assertThat(decode(7, checked(7, new byte[] {1, 2}))).isEqualTo(CompletedRuns.of(8, 10));
    }
  }

  private static String checked(long committed, byte[] lengths) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(8).putLong(0, committed));
    crc.update(lengths);
    byte[] bytes =
        ByteBuffer.allocate(4 + lengths.length).putInt((int) crc.getValue()).put(lengths).array();
    return "b1:" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static CompletedRuns randomRuns(Random random, long committed, int count) {
    long[] edges = new long[2 * count];
    long edge = committed + random.nextInt(2) - 1;
    int bits = random.nextInt(1, 40);
    for (int i = 0; i < edges.length; i++) {
      edge += 1 + random.nextLong(1L << random.nextInt(bits));
      edges[i] = edge;
    }
    return CompletedRuns.of(edges);
  }

  private static CompletedRuns prefix(CompletedRuns runs, int count) {
    long[] edges = new long[2 * count];
    for (int run = 0; run < count; run++) {
      edges[2 * run] = runs.start(run);
      edges[2 * run + 1] = runs.end(run);
    }
    return CompletedRuns.of(edges);
  }
}
