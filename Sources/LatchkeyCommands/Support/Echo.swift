#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether the terminal shows what is typed.
enum Echo {
  /// Hides what is typed until `show()`; the end of the line is still shown.
  ///
  /// - Returns: whether it is hidden now: false without a terminal, and where the terminal showed nothing before.
  static func hide() -> Bool {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0, settings.c_lflag & tcflag_t(ECHO) != 0 else { return false }
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_lflag |= tcflag_t(ECHONL)
    return tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0
  }

  /// Shows what is typed again after `hide()`. Safe in a signal handler: it calls only `tcgetattr`, `tcgetpgrp`,
  /// `getpgrp` and `tcsetattr` (POSIX.1-2017 §2.4.3), and the terminal itself remembers what was hidden.
  static func show() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0, settings.c_lflag & tcflag_t(ECHO) == 0,
      settings.c_lflag & tcflag_t(ECHONL) != 0, !isInBackground
    else { return }
    settings.c_lflag |= tcflag_t(ECHO)
    settings.c_lflag &= ~tcflag_t(ECHONL)
    _ = tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Whether another process has this terminal: changing it would stop this one (SIGTTOU).
  private static var isInBackground: Bool {
    let foreground = tcgetpgrp(STDIN_FILENO)
    return foreground != -1 && foreground != getpgrp()
  }
}
