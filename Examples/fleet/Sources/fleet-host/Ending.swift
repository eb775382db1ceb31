#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// SIGTERM and SIGINT, for which one thread waits.
enum Ending {
  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }

  /// Blocks the signals for `wait()`; called before the program makes a thread.
  static func hold() {
    var signals = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Blocks the thread until the process is asked to end.
  static func wait() {
    var signals = signals
    var caught: Int32 = 0
    sigwait(&signals, &caught)
  }
}
