#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether the terminal shows what is typed.
enum Echo {
  /// Hides what is typed until `show()`; the end of the line is still shown. Does nothing without a terminal.
  static func hide() {
    change { settings in
      settings.c_lflag &= ~tcflag_t(ECHO)
      settings.c_lflag |= tcflag_t(ECHONL)
    }
  }

  /// Shows what is typed again, if `hide()` hid it. Safe in a signal handler: it calls only `tcgetattr` and `tcsetattr`
  /// (POSIX.1-2017 §2.4.3), and the terminal itself remembers what was hidden.
  static func show() {
    change { settings in
      guard settings.c_lflag & tcflag_t(ECHONL) != 0 else { return }
      settings.c_lflag |= tcflag_t(ECHO)
      settings.c_lflag &= ~tcflag_t(ECHONL)
    }
  }

  private static func change(_ change: (inout termios) -> Void) {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    change(&settings)
    _ = tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }
}
