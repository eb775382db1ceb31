#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for SIGTERM and SIGINT on one thread.
enum Ending {
  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }

  /// Blocks the signals, so that `wait()` receives them, and ignores SIGPIPE. Call this function before the program
  /// starts a thread, because threads inherit the signal mask.
  static func hold() {
    var signals = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Blocks the thread until the process receives one of the signals.
  static func wait() {
    var signals = signals
    var caught: Int32 = 0
    sigwait(&signals, &caught)
  }
}
