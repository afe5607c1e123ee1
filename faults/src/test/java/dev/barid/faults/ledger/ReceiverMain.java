package dev.barid.faults.ledger;

import dev.barid.testkit.Receiver;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The receiver as a process: {@code --port P --ledger FILE --seed N}. Its endpoints do what their
 * URLs say, see {@link EndpointBehavior}. Prints one line that starts with {@code ready} and has
 * its address, and runs until it is told to end, or killed: started again with the same port and
 * file it goes on.
 */
public final class ReceiverMain {
  private static final int KEPT_IN_MEMORY = 1_000;

  private ReceiverMain() {}

  /** The arguments after {@code java -cp … dev.barid.faults.ledger.ReceiverMain}. */
  public static List<String> arguments(int port, Path ledger, long seed) {
    return List.of(
        "--port",
        Integer.toString(port),
        "--ledger",
        ledger.toString(),
        "--seed",
        Long.toString(seed));
  }

  public static void main(String... args) {
    Receiver receiver = start(new Arguments(args));
    Runtime.getRuntime().addShutdownHook(new Thread(receiver::close, "stop"));
    System.out.println("ready: " + receiver.url(""));
  }

  static Receiver start(Arguments arguments) {
    int port = Integer.parseInt(arguments.value("port"));
    // On the receiver's one event loop alone.
    Random random = new Random(Long.parseLong(arguments.value("seed")));
    ReceiverLedger ledger = ReceiverLedger.open(Path.of(arguments.value("ledger")));
    Receiver receiver = Receiver.start(port, ledger);
    AtomicInteger kept = new AtomicInteger();
    receiver
        .elsewhere()
        .byRequest(
            request -> {
              if (kept.incrementAndGet() % KEPT_IN_MEMORY == 0) {
                receiver.forgetRequests();
              }
              return EndpointBehavior.of(request.target()).next(random);
            });
    return receiver;
  }
}
