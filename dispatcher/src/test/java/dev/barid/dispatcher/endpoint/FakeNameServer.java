package dev.barid.dispatcher.endpoint;

import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.SingletonDnsServerAddressStreamProvider;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** A name server on a loopback port: any name has the IPv4 addresses that the n-th answer says. */
final class FakeNameServer implements AutoCloseable {
  private static final int HEADER_BYTES = 12;
  private static final short ANSWER_FLAGS = (short) 0x8180;
  private static final short TYPE_A = 1;
  private static final short CLASS_IN = 1;
  private static final short NAME_OF_THE_QUESTION = (short) 0xC00C;

  private final DatagramSocket socket;
  private final int ttlSeconds;
  private final IntFunction<List<String>> answers;

  /** How many questions for IPv4 addresses were answered. */
  final AtomicInteger asked = new AtomicInteger();

  FakeNameServer(int ttlSeconds, IntFunction<List<String>> answers) throws IOException {
    this.ttlSeconds = ttlSeconds;
    this.answers = answers;
    socket = new DatagramSocket(0, InetAddress.getByName("127.0.0.1"));
    Thread thread = new Thread(this::answerAll, "fake-name-server");
    thread.setDaemon(true);
    thread.start();
  }

  static FakeNameServer always(String... addresses) throws IOException {
    return new FakeNameServer(0, n -> List.of(addresses));
  }

  DnsServerAddressStreamProvider provider() {
    return new SingletonDnsServerAddressStreamProvider(
        new InetSocketAddress("127.0.0.1", socket.getLocalPort()));
  }

  private void answerAll() {
    try {
      while (true) {
        DatagramPacket question = new DatagramPacket(new byte[512], 512);
        socket.receive(question);
        byte[] answer = answer(ByteBuffer.wrap(question.getData(), 0, question.getLength()));
        socket.send(new DatagramPacket(answer, answer.length, question.getSocketAddress()));
      }
    } catch (IOException closed) {
      // The end of the test.
    }
  }

  private byte[] answer(ByteBuffer question) throws IOException {
    short id = question.getShort(0);
    int end = HEADER_BYTES;
    while (question.get(end) != 0) {
      end += 1 + question.get(end);
    }
    boolean v4 = question.getShort(end + 1) == TYPE_A;
    List<String> addresses = v4 ? answers.apply(asked.getAndIncrement()) : List.of();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (int field : new int[] {id, ANSWER_FLAGS, 1, addresses.size(), 0, 0}) {
      out.writeShort(field);
    }
    out.write(question.array(), HEADER_BYTES, end + 5 - HEADER_BYTES);
    for (String address : addresses) {
      out.writeShort(NAME_OF_THE_QUESTION);
      out.writeShort(TYPE_A);
      out.writeShort(CLASS_IN);
      out.writeInt(ttlSeconds);
      out.writeShort(4);
      out.write(InetAddress.getByName(address).getAddress());
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    socket.close();
  }
}
