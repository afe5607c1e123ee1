package dev.barid.dispatcher.endpoint;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.EmptyHttp2Headers;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A server's end of a connection that speaks HTTP/2, written frame by frame, so that it can break
 * every rule (RFC 9113).
 */
final class Http2Peer {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PUSH_PROMISE = 5;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 1;
  static final int ACK = 1;
  static final int END_HEADERS = 4;

  static final int NO_ERROR = 0;
  static final int INTERNAL_ERROR = 2;
  static final int REFUSED_STREAM = 7;
  static final int CANCEL = 8;

  static final int ENABLE_PUSH = 2;
  static final int MAX_CONCURRENT_STREAMS = 3;
  static final int INITIAL_WINDOW_SIZE = 4;
  static final int MAX_HEADER_LIST_SIZE = 6;

  /** The client's first stream: it leaves out the one that an upgrade would use. */
  static final int FIRST = 3;

  private static final int PREFACE_BYTES = 24;
  private static final int FRAME_HEAD_BYTES = 9;
  private static final int STATUS_NAME = 8;

  /** What is done with a connection. */
  interface Script {
    void run(Http2Peer peer) throws IOException;
  }

  record Frame(int type, int flags, int stream, byte[] payload) {
    boolean has(int flag) {
      return (flags & flag) != 0;
    }

    int number() {
      return ByteBuffer.wrap(payload).getInt();
    }
  }

  /** A whole request. */
  record Request(int stream, Http2Headers headers, byte[] body) {
    String path() {
      return headers.path().toString();
    }
  }

  private final ScriptedServer.Peer peer;
  private int last;
  private Http2Headers lastHeaders = EmptyHttp2Headers.INSTANCE;
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();

  private Http2Peer(ScriptedServer.Peer peer) {
    this.peer = peer;
  }

  /** A server with the certificate of that directory, that speaks nothing but HTTP/2. */
  static ScriptedServer server(Path dir, Script script) throws Exception {
    return new ScriptedServer(
        SelfSigned.listenerOf(dir, "h2"), peer -> script.run(new Http2Peer(peer)));
  }

  /** Answers every request with 200. */
  static ScriptedServer answering(Path dir, int... settings) throws Exception {
    return server(
        dir,
        peer -> {
          peer.begin(settings);
          while (true) {
            peer.answer(peer.request().stream(), 200);
          }
        });
  }

  /** Reads the client's preface and sends settings: each a number and its value. */
  void begin(int... settings) throws IOException {
    peer.read(PREFACE_BYTES);
    settings(settings);
  }

  void settings(int... settings) throws IOException {
    ByteBuffer payload = ByteBuffer.allocate(settings.length * 3);
    for (int i = 0; i < settings.length; i += 2) {
      payload.putShort((short) settings[i]).putInt(settings[i + 1]);
    }
    send(SETTINGS, 0, 0, payload.array());
  }

  /** The next frame, whatever it is. */
  Frame next() throws IOException {
    byte[] head = peer.read(FRAME_HEAD_BYTES);
    if (head.length < FRAME_HEAD_BYTES) {
      throw new EOFException("closed by the client");
    }
    ByteBuffer fields = ByteBuffer.wrap(head);
    int length = (fields.get() & 0xFF) << 16 | fields.getShort() & 0xFFFF;
    int type = fields.get();
    int flags = fields.get();
    Frame frame = new Frame(type, flags, fields.getInt(), peer.read(length));
    if (type == HEADERS) {
      // Always, for the next headers build upon these.
      last = frame.stream;
      lastHeaders = decoded(frame);
    }
    return frame;
  }

  private Http2Headers decoded(Frame frame) throws IOException {
    try {
      return decoder.decodeHeaders(frame.stream, Unpooled.wrappedBuffer(frame.payload));
    } catch (Http2Exception broken) {
      throw new IOException(broken);
    }
  }

  /** The next frame of a type; those before it are passed over. */
  Frame next(int type) throws IOException {
    Frame frame = next();
    while (frame.type != type) {
      frame = next();
    }
    return frame;
  }

  /** The stream of the last request. */
  int last() {
    return last;
  }

  /** The next request, to its end; no other one may come in between. */
  Request request() throws IOException {
    Frame head = next(HEADERS);
    Http2Headers headers = lastHeaders;
    boolean ended = head.has(END_STREAM);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (!ended) {
      Frame piece = next(DATA);
      body.write(piece.payload);
      ended = piece.has(END_STREAM);
      if (piece.payload.length > 0) {
        allow(0, piece.payload.length);
        if (!ended) {
          allow(piece.stream, piece.payload.length);
        }
      }
    }
    return new Request(head.stream, headers, body.toByteArray());
  }

  /** Lets the client send so many bytes more. */
  void allow(int stream, int bytes) throws IOException {
    send(WINDOW_UPDATE, 0, stream, number(bytes));
  }

  /** Answers without a body. */
  void answer(int stream, int status) throws IOException {
    headers(stream, true, status);
  }

  void headers(int stream, boolean last, int status, String... fields) throws IOException {
    send(HEADERS, END_HEADERS | (last ? END_STREAM : 0), stream, head(status, fields));
  }

  static byte[] head(int status, String... fields) throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(STATUS_NAME);
    text(block, Integer.toString(status));
    block.write(fields(fields));
    return block.toByteArray();
  }

  /** Names and values, as literals that nobody keeps (RFC 7541 section 6.2.2). */
  static byte[] fields(String... fields) throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (int i = 0; i < fields.length; i += 2) {
      block.write(0);
      text(block, fields[i]);
      text(block, fields[i + 1]);
    }
    return block.toByteArray();
  }

  private static void text(ByteArrayOutputStream block, String text) throws IOException {
    int length = text.length();
    if (length < 127) {
      block.write(length);
    } else {
      block.write(127);
      int rest = length - 127;
      while (rest >= 128) {
        block.write(rest & 127 | 128);
        rest >>= 7;
      }
      block.write(rest);
    }
    block.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void body(int stream, boolean last, String text) throws IOException {
    send(DATA, last ? END_STREAM : 0, stream, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void reset(int stream, int code) throws IOException {
    send(RST_STREAM, 0, stream, number(code));
  }

  void goAway(int lastStream, int code) throws IOException {
    send(GOAWAY, 0, 0, ByteBuffer.allocate(8).putInt(lastStream).putInt(code).array());
  }

  static byte[] number(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  void send(int type, int flags, int stream, byte[] payload) throws IOException {
    peer.send(frame(type, flags, stream, payload));
  }

  static byte[] frame(int type, int flags, int stream, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(FRAME_HEAD_BYTES + payload.length);
    frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    return frame.put((byte) type).put((byte) flags).putInt(stream).put(payload).array();
  }

  /** Sends one frame again and again, many at a time, until the client closes the connection. */
  void flood(int type, int flags, int stream, byte[] payload) throws IOException {
    byte[] one = frame(type, flags, stream, payload);
    ByteBuffer many = ByteBuffer.allocate(one.length * Math.max(1, 16_000 / one.length));
    while (many.hasRemaining()) {
      many.put(one);
    }
    while (true) {
      peer.send(many.array());
    }
  }

  void sendRaw(String text) throws IOException {
    peer.send(text);
  }

  /** Records something for the test. */
  void note(String text) {
    peer.note(text);
  }

  /** Reads on until the client closes the connection. */
  void awaitClose() throws IOException {
    peer.awaitClose();
  }
}
