import AuthCore
import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a child's output until the child ends. Ends the child and its process group when a limit is reached or the
/// caller is cancelled.
struct ChildWatch {
  /// The time that a child has to end after SIGTERM. A child that takes longer is killed.
  private static let grace = Duration.milliseconds(500)

  private let child: pid_t
  private let output: Int32
  private let bell: ChildBell
  private let deadline: ContinuousClock.Instant?

  private var bytes: [UInt8] = []
  private var isOpen = true
  private var hasEnded = false
  /// Why the child is being ended; nil while it may run.
  private var reason: Subprocess.Outcome?
  private var killTime: ContinuousClock.Instant?

  init(child: pid_t, output: Int32, bell: ChildBell, limit: Duration?) {
    self.child = child
    self.output = output
    self.bell = bell
    deadline = limit.map { ContinuousClock.now.advanced(by: $0) }
  }

  /// Blocks until the child has ended, and reaps it.
  mutating func run() -> Subprocess.Outcome {
    awaitEnd()
    while !hasEnded {
      waitForNews()
      if isOpen { readSome() }
      for ring in bell.heard() { heard(ring) }
      checkTime()
    }
    // The child has ended, so the bytes in the pipe include all of its output. Bytes that other processes write to the
    // pipe later are not read.
    if isOpen, reason == nil { readSome() }
    if reason == nil, bytes.count > Subprocess.outputLimit { reason = .tooMuchOutput }
    if reason != nil { Wiping.wipe(&bytes) }
    // The group's ID is the child's process ID, which no other process gets before the child is reaped.
    if reason != nil { kill(-child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    // The low seven bits are the signal that ended the child, and the next byte is the exit status, as in the macros
    // `WTERMSIG` and `WEXITSTATUS`. A signal counts as the status 128 plus its number, as in shells.
    return reason
      ?? .ended(status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F), output: bytes)
  }

  /// Starts a thread that signals the child's end, without reaping the child. A task would wait for a thread of Swift's
  /// pool. The pool can be busy for longer than the limit, and a command that ended in time would count as too slow.
  private func awaitEnd() {
    let (child, bell) = (child, bell)
    let isWatched = BlockingThread.start {
      var information = siginfo_t()
      while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) == -1 && errno == EINTR {}
      bell.ring(.ended)
    }
    if !isWatched { bell.ring(.unwatched) }
  }

  private mutating func waitForNews() {
    var sources = [pollfd(fd: bell.output, events: Int16(POLLIN), revents: 0)]
    if isOpen { sources.append(pollfd(fd: output, events: Int16(POLLIN), revents: 0)) }
    var timeout: Int32 = -1
    if let next = reason == nil ? deadline : killTime {
      let (seconds, attoseconds) = (next - .now).components
      timeout = Int32(max(0, min(1_000_000, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)))
    }
    _ = poll(&sources, nfds_t(sources.count), timeout)
  }

  /// Reads the available bytes, without waiting.
  private mutating func readSome() {
    // The output may be a token or a key, so that no copy of it may stay.
    var buffer = [UInt8](repeating: 0, count: 65536)
    defer { Wiping.wipe(&buffer) }
    while isOpen {
      let count = read(output, &buffer, buffer.count)
      if count > 0 {
        Wiping.reserve(count, in: &bytes)
        bytes += buffer[..<count]
        guard bytes.count <= Subprocess.outputLimit else { return end(.tooMuchOutput) }
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        isOpen = false
      } else if errno == EAGAIN {
        return
      }
    }
  }

  private mutating func heard(_ ring: ChildBell.Ring) {
    switch ring {
    case .ended: hasEnded = true
    case .cancelled: end(.cancelled)
    case .unwatched:
      // The child's end cannot be observed, so the child is killed now.
      end(.notStarted("no thread"))
      kill(-child, SIGKILL)
      hasEnded = true
    }
  }

  private mutating func checkTime() {
    if let deadline, reason == nil, deadline <= .now { end(.timedOut) }
    if let killTime, killTime <= .now {
      kill(-child, SIGKILL)
      self.killTime = nil
    }
  }

  /// Stops reading the output. Unless the child has ended or is already being ended, keeps `outcome` as the reason and
  /// sends SIGTERM to the child's process group.
  private mutating func end(_ outcome: Subprocess.Outcome) {
    isOpen = false
    guard reason == nil, !hasEnded else { return }
    reason = outcome
    killTime = .now.advanced(by: Self.grace)
    kill(-child, SIGTERM)
  }
}
