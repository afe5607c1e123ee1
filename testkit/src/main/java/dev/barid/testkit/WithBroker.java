package dev.barid.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives tests a {@link TestBroker} as a parameter. All test classes of the JVM share one Kafka,
 * started when the first asks. A parameter of a test method, or of {@code @BeforeEach}, comes with
 * a topic prefix for that test alone; one of the constructor or of {@code @BeforeAll}, with one
 * that the whole class shares.
 *
 * <p>Such tests are named {@code *IT}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(BrokerExtension.class)
public @interface WithBroker {}
