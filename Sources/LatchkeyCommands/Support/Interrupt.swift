#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals that end the process. Ctrl-C ends it with status 130; SIGTERM and SIGHUP have their default effect. Before
/// that, the terminal's echo is turned on again.
enum Interrupt {
  /// Installs the handlers of these signals, and ignores SIGPIPE.
  static func install() {
    for ending in [SIGTERM, SIGHUP] {
      let before = signal(ending) { number in
        Echo.show()
        signal(number, SIG_DFL)
        raise(number)
      }
      // A program that `nohup` starts ignores SIGHUP, and must continue to ignore it.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(ending, SIG_IGN) }
    }
    // Only async-signal-safe calls.
    signal(SIGINT) { _ in
      Echo.show()
      let text: StaticString = "\u{1B}[?25h\n"
      if isatty(2) == 1 { _ = write(2, text.utf8Start, text.utf8CodeUnitCount) }
      _exit(130)
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Blocks until a signal tells the process to end (Ctrl-C, `kill`).
  static func wait() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var caught: Int32 = 0
    sigwait(&signals, &caught)
  }

  /// Blocks the ending signals for `wait()`. Call it before any thread is created, since threads inherit the mask.
  static func hold() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
