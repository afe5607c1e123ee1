package dev.barid.benchmarks.scheduler;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The meters of a JVM of this user. */
final class Jmx implements AutoCloseable {

  private final JMXConnector connector;
  private final MBeanServerConnection server;

  private Jmx(JMXConnector connector, MBeanServerConnection server) {
    this.connector = connector;
    this.server = server;
  }

  /** Connects to a JVM, which must have begun to run its program. */
  @SuppressWarnings("BanJNDI") // The address is that of a process that this program has started.
  static Jmx of(long pid) {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        JMXConnector connector =
            JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
        return new Jmx(connector, connector.getMBeanServerConnection());
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException refused) {
      throw new IllegalStateException("process " + pid + " can't be attached to", refused);
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
  }

  /** An attribute of all beans of the pattern that have it as a number, by bean. */
  Map<ObjectName, Double> values(String pattern, String attribute) {
    Map<ObjectName, Double> values = new HashMap<>();
    try {
      for (ObjectName name : server.queryNames(new ObjectName(pattern), null)) {
        value(name, attribute, values);
      }
    } catch (MalformedObjectNameException wrong) {
      throw new IllegalArgumentException(pattern, wrong);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
    return values;
  }

  private void value(ObjectName name, String attribute, Map<ObjectName, Double> values)
      throws IOException {
    try {
      if (server.getAttribute(name, attribute) instanceof Number number
          && !Double.isNaN(number.doubleValue())) {
        values.put(name, number.doubleValue());
      }
    } catch (JMException goneMeanwhile) {
      // Not there: said by its absence.
    }
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }
}
