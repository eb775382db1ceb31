import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals that end the process. SIGINT (Ctrl-C) ends the process with status 130; SIGTERM and SIGHUP have their
/// default effect. Before the process ends, the terminal's echo is turned on again, and after SIGINT the cursor is
/// shown again.
enum Interrupt {
  /// Installs the handlers of SIGINT, SIGTERM and SIGHUP. Ignores SIGPIPE, so that a write to a closed pipe fails
  /// instead of ending the process.
  static func install() {
    for ending in [SIGTERM, SIGHUP] {
      let before = signal(ending) { number in
        Echo.show()
        signal(number, SIG_DFL)
        raise(number)
      }
      // A signal that is ignored at the start stays ignored: `nohup` starts programs with SIGHUP ignored.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(ending, SIG_IGN) }
    }
    // The handlers make only async-signal-safe calls (POSIX.1-2017 §2.4.3).
    signal(SIGINT) { _ in
      Echo.show()
      let text: StaticString = "\u{1B}[?25h\n"
      if isatty(2) == 1 { _ = write(2, text.utf8Start, text.utf8CodeUnitCount) }
      _exit(130)
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Blocks the thread until SIGINT (Ctrl-C) or SIGTERM (`kill`) arrives. The handlers do not run for these signals.
  static func wait() {
    var signals = set(of: [SIGINT, SIGTERM])
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var caught: Int32 = 0
    sigwait(&signals, &caught)
  }

  /// Blocks SIGINT and SIGTERM, so that they stay pending until `wait()` receives them. Call this before any thread is
  /// created: a new thread inherits the signal mask, and a thread without it would receive the signals.
  static func hold() {
    var signals = set(of: [SIGINT, SIGTERM])
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Passes SIGTERM and SIGHUP on to a child process, until this process ends. The terminal sends Ctrl-C and Ctrl-\ to
  /// both processes, so these have no effect here. Call this after the child was started, which would inherit it.
  ///
  /// - Returns: whether the system could create a thread and a pipe for the signals.
  static func pass(to child: pid_t) -> Bool {
    guard deliver([SIGTERM, SIGHUP], { kill(child, $0) }) else { return false }
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
    return true
  }

  /// Calls `body` on a separate thread for each of these signals, in place of their effect, until this process ends.
  /// Unlike `wait()`, this works after other threads were created, whichever of them receives the signal. A process
  /// calls it once.
  ///
  /// - Returns: whether the system could create a thread and a pipe for the signals.
  static func deliver(_ signals: [Int32], _ body: @escaping @Sendable (Int32) -> Void) -> Bool {
    guard let report else { return false }
    let isRead = BlockingThread.start {
      var number: UInt8 = 0
      while read(report.output, &number, 1) == 1 { body(Int32(number)) }
    }
    guard isRead else { return false }
    for ending in signals {
      let before = signal(ending) { number in
        // A handler makes only async-signal-safe calls, and captures nothing.
        var byte = UInt8(truncatingIfNeeded: number)
        if let report = Interrupt.report { _ = write(report.input, &byte, 1) }
      }
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(ending, SIG_IGN) }
    }
    return true
  }

  /// The pipe by which a handler reports a signal. It is made before the handlers are installed.
  private static let report: (output: Int32, input: Int32)? = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }()

  private static func set(of numbers: [Int32]) -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    return signals
  }
}
