import AuthCore
import AuthStorage
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The agent as a process.
enum AgentCommand {
  /// The limits of an agent that a command line starts.
  static func limits(_ invocation: Invocation) throws(AuthError) -> AgentLimits {
    var limits = AgentLimits()
    if let seconds = try invocation.arguments.integer("idle", in: 1...31_536_000) {
      limits.idleTime = .seconds(seconds)
    }
    return limits
  }

  /// What a client needs to reach the agent.
  static func address(_ place: AgentPlace) -> JSONObject {
    ["socket": .string(place.socketPath), "configuration": .string(place.configuration)]
  }

  /// Runs the agent until its end.
  ///
  /// - Throws: `invalid_state` if another agent serves the configuration; the errors of the configuration and of the
  ///   socket's directory.
  static func run(_ invocation: Invocation, _ readiness: AgentReadiness) async throws(AuthError) -> Int32 {
    let limits = try limits(invocation)
    let subject = try AgentPlace.Subject(invocation)
    let place = try AgentPlace(of: subject, in: invocation.environment)
    let directory = try AgentDirectory(place)
    CoreDumps.forbid()
    let lock = try await exclusiveLock(of: directory, place)
    let configuration = AgentConfiguration(
      invocation, content: FileManager.default.contents(atPath: invocation.configurationPath))
    let client = try invocation.client()
    guard let inbox = AgentInbox(), Interrupt.deliver([SIGTERM, SIGINT, SIGHUP], { _ in inbox.report(.stop) }) else {
      throw AuthError(
        .internalError, "The system did not create a socket or a thread. Check the limits of this process.")
    }
    let (listener, number) = try directory.listen()
    let desk = AgentDesk(client, configuration, AgentStatus(place, subject, idleTime: limits.idleTime))
    let server = AgentServer(
      listener: listener, inbox: inbox, limits: limits, user: geteuid(), isInPlace: { directory.holds(number) },
      serve: { desk.serve($0) })
    readiness.report(address(place))
    invocation.report(
      address(place), invocation.text(Phrase("command.agent.running", ["path": .text(place.socketPath)])))
    // The response to a renewal that was sent, and the time to store it.
    let patience = client.configuration.transport.timeoutSeconds + 5
    let isDone = await BlockingThread.run {
      var server = server
      server.run { if directory.holds(number) { directory.remove() } }
      endProcess(within: patience)
      return true
    }
    await client.settle()
    withExtendedLifetime(lock) {}
    guard isDone == true else {
      directory.remove()
      throw AuthError(
        .internalError, "The system could not create the agent's thread. Check the limits of this process.")
    }
    return 0
  }

  /// Ends this process with a signal if it still runs after that time: a store that does not answer must not keep the
  /// agent's lock. What was not written by then is finished by the next program, as after any sudden end.
  private static func endProcess(within seconds: Int) {
    signal(SIGALRM, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    alarm(UInt32(seconds))
  }

  /// The lock of the agent that serves a place. An agent that is ending still holds it for a moment.
  private static func exclusiveLock(
    of directory: AgentDirectory, _ place: AgentPlace
  ) async throws(AuthError) -> FileLock {
    let deadline = ContinuousClock.now.advanced(by: .seconds(25))
    while ContinuousClock.now < deadline {
      if let lock = try directory.lock() { return lock }
      if let socket = try directory.connect() {
        socket.close()
        throw AuthError(
          .invalidState,
          "An agent already serves this configuration, at \(place.socketPath). End it with 'latchkey agent stop'.")
      }
      do throws(CancellationError) { try await SystemClock().sleep(for: .milliseconds(20)) } catch { throw .cancelled }
    }
    throw AuthError(
      .storeLocked, "Another process holds the agent's lock at \(place.directory), and serves no requests. End it.")
  }
}
