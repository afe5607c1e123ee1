package dev.barid.standalone;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What may import what. Here, because only this module has all others on its class path.
 *
 * <p>When a rule fails, the code has moved a wall: move it back, or change the rule together with
 * docs/architecture.md.
 */
class ImportRulesTest {

  private static final JavaClasses BARID =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.barid");

  /** A module's package → the other modules' that it may import. */
  private static final Map<String, Set<String>> MODULES =
      Map.of(
          "core", Set.of(),
          "broker", Set.of(),
          "dispatcher", Set.of("core"),
          "scheduler", Set.of("core"),
          "cli", Set.of("core"),
          "dlq", Set.of("core", "cli"),
          "standalone", Set.of("core", "broker", "dispatcher", "scheduler", "cli", "dlq"),
          "testkit", Set.of("core", "broker"));

  private static final List<String> DISPATCHER_LEAVES =
      List.of("offsets", "endpoint", "lane", "outcome", "commit");

  @TestFactory
  Stream<DynamicTest> modulesImportCoreAndNeverEachOther() {
    return MODULES.entrySet().stream()
        .map(
            module ->
                DynamicTest.dynamicTest(
                    module.getKey() + " imports no other of ours but " + module.getValue(),
                    () -> check(imports(module.getKey(), module.getValue()))));
  }

  private static ArchRule imports(String module, Set<String> allowed) {
    String[] packages =
        Stream.concat(Stream.of(module), allowed.stream())
            .map(name -> "dev.barid." + name + "..")
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage("dev.barid." + module + "..")
        .should()
        .onlyDependOnClassesThat(
            not(resideInAPackage("dev.barid..")).or(resideInAnyPackage(packages)));
  }

  @Test
  void everyPackageBelongsToAModule() {
    check(
        classes()
            .should()
            .resideInAnyPackage(
                MODULES.keySet().stream()
                    .map(name -> "dev.barid." + name + "..")
                    .toArray(String[]::new)));
  }

  @Test
  void coreTouchesNoFileAndNoNetwork() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.barid.core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "java.net.http..", "java.nio.channels..", "io.vertx..", "io.netty..")
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching(
                "java\\.net\\.(Socket|ServerSocket|DatagramSocket|MulticastSocket|.*URLConnection)"
                    + "|java\\.io\\.(File|RandomAccess).*"
                    + "|java\\.nio\\.file\\.(Files|FileSystems?)")
            .orShould()
            .accessTargetWhere(
                target(
                    "java.net.InetAddress",
                    "getByName|getAllByName|getLocalHost|getHostName|getCanonicalHostName|"
                        + "isReachable"))
            .orShould()
            .accessTargetWhere(target("java.net.URL", "openStream|openConnection|getContent"))
            .orShould()
            .accessField(System.class, "in")
            .orShould()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err"));
  }

  @Test
  void coreAsksForTheTimeNowhere() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.barid.core..")
            .should()
            .accessTargetWhere(target("java.lang.System", "currentTimeMillis|nanoTime"))
            .orShould()
            .accessTargetWhere(target("java\\.time\\..*", "now"))
            .orShould()
            .accessTargetWhere(target("java.time.Clock", "system.*|tick.*"))
            .orShould()
            .callConstructor(java.util.Date.class));
  }

  @Test
  void coreMakesNoRandomnessOfItsOwn() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.barid.core..")
            .should()
            .accessTargetWhere(constructorOf(RandomGenerator.class))
            .orShould()
            .accessTargetWhere(target("java.util.concurrent.ThreadLocalRandom", "current"))
            .orShould()
            .accessTargetWhere(target("java.util.random.RandomGenerator", "of|getDefault"))
            .orShould()
            .accessTargetWhere(target("java.security.SecureRandom", "getInstance.*"))
            .orShould()
            .accessTargetWhere(target("java.lang.(Strict)?Math", "random"))
            .orShould()
            .accessTargetWhere(target("java.util.UUID", "randomUUID")));
  }

  @Test
  void coreStartsNoThread() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.barid.core..")
            .should()
            .accessTargetWhere(startsAThread())
            .orShould()
            .accessTargetWhere(target("java.lang.Thread", "sleep")));
  }

  @Test
  void inTheDispatcherOnlyWorkerCommitRegistryAndTheRootTouchKafkaClients() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.barid.dispatcher..")
            .and()
            .resideOutsideOfPackages(
                "dev.barid.dispatcher",
                "dev.barid.dispatcher.worker..",
                "dev.barid.dispatcher.commit..",
                "dev.barid.dispatcher.registry..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.kafka.clients.."));
  }

  /** One that is made up, of the group's name alone, commits whatever the group says. */
  @Test
  void nobodyMakesUpAMembershipToCommitUnder() {
    check(
        noClasses()
            .should()
            .accessTargetWhere(constructorOf(ConsumerGroupMetadata.class))
            .because("the broker fences members, and only the consumer knows which one it is"));
  }

  /** Without one, a member that was out joins again unheard, and its old work is committed. */
  @Test
  void nobodyJoinsAGroupWithoutHearingOfItsPartitions() {
    check(
        noClasses()
            .should()
            .accessTargetWhere(
                describe(
                    "Consumer.subscribe without a listener",
                    access ->
                        access.getTarget().getName().equals("subscribe")
                            && assignableTo(Consumer.class).test(access.getTargetOwner())
                            && parameterCount(access) == 1)));
  }

  private static int parameterCount(JavaAccess<?> access) {
    return access.getTarget() instanceof CodeUnitAccessTarget called
        ? called.getRawParameterTypes().size()
        : 0;
  }

  @Test
  void inTheDispatcherOnlyEndpointTouchesHttp() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.barid.dispatcher..")
            .and()
            .resideOutsideOfPackage("dev.barid.dispatcher.endpoint..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.vertx..", "io.netty..", "java.net.http.."));
  }

  @Test
  void inTheDispatcherOnlyItsRootAndThreadClassesCreateThreads() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.barid.dispatcher..")
            .and(
                not(
                    describe(
                        "are Dispatcher, EventLoops or a …Thread",
                        ImportRulesTest::mayCreateThreads)))
            .should()
            .accessTargetWhere(startsAThread())
            .orShould()
            .beAssignableTo(Thread.class));
  }

  private static boolean mayCreateThreads(JavaClass candidate) {
    String name = outermost(candidate).getSimpleName();
    return name.equals("Dispatcher") || name.equals("EventLoops") || name.endsWith("Thread");
  }

  private static JavaClass outermost(JavaClass nested) {
    return nested.getEnclosingClass().map(ImportRulesTest::outermost).orElse(nested);
  }

  @TestFactory
  Stream<DynamicTest> leavesOfTheDispatcherImportNeitherEachOtherNorTheWorker() {
    return DISPATCHER_LEAVES.stream()
        .map(
            leaf ->
                DynamicTest.dynamicTest(
                    leaf,
                    () ->
                        check(
                            noClasses()
                                .that()
                                .resideInAPackage("dev.barid.dispatcher." + leaf + "..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(
                                    Stream.concat(DISPATCHER_LEAVES.stream(), Stream.of("worker"))
                                        .filter(other -> !other.equals(leaf))
                                        .map(other -> "dev.barid.dispatcher." + other + "..")
                                        .toArray(String[]::new)))));
  }

  @Test
  void packagesOfAModuleImportEachOtherOneWayOnly() {
    check(slices().matching("dev.barid.(**)").should().beFreeOfCycles());
  }

  @Test
  void everyPackageIsNullMarked() {
    Set<String> unmarked =
        BARID.stream()
            .map(JavaClass::getPackage)
            .filter(candidate -> !candidate.isAnnotatedWith(NullMarked.class))
            .map(JavaPackage::getName)
            .collect(toSet());

    assertThat(unmarked).as("packages whose package-info has no @NullMarked").isEmpty();
  }

  @Test
  void namesSayWhatSomethingDoes() {
    check(
        noClasses()
            .should()
            .haveNameMatching(".*[.$](Abstract\\w+|\\w*(Manager|Utils?|Impl|Helper))"));
  }

  /** Calls and method references. */
  private static DescribedPredicate<JavaAccess<?>> target(String owner, String names) {
    return describe(
        owner + "." + names,
        access ->
            access.getTargetOwner().getName().matches(owner)
                && access.getTarget().getName().matches(names));
  }

  private static DescribedPredicate<JavaAccess<?>> constructorOf(Class<?> type) {
    return describe(
        "new " + type.getSimpleName(),
        access ->
            access.getTarget().getName().equals("<init>")
                && assignableTo(type).test(access.getTargetOwner()));
  }

  private static DescribedPredicate<JavaAccess<?>> startsAThread() {
    String concurrent = "java\\.util\\.concurrent\\.";
    return constructorOf(Thread.class)
        .or(constructorOf(java.util.concurrent.Executor.class))
        .or(constructorOf(java.util.Timer.class))
        .or(target(concurrent + "Executors", "new.*"))
        .or(target(concurrent + "ForkJoinPool", "commonPool"))
        .or(target(concurrent + "CompletableFuture", ".*Async|delayedExecutor"))
        .or(target("java.lang.Thread", "startVirtualThread|ofVirtual|ofPlatform"))
        .as("start a thread");
  }

  /** Fails also where no class is in the package that a rule names: it has another name by now. */
  private static void check(ArchRule rule) {
    rule.check(BARID);
  }
}
