#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal's echo of typed characters.
enum Echo {
  /// Hides typed characters until `show()`; the end of the line is still shown.
  ///
  /// - Returns: whether this call turned the echo off: false without a terminal, if the echo was already off, or if the
  ///   terminal refused the change.
  static func hide() -> Bool {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0, settings.c_lflag & tcflag_t(ECHO) != 0 else { return false }
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_lflag |= tcflag_t(ECHONL)
    return tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0
  }

  /// Turns the echo on again after `hide()`. Does nothing if the terminal's settings show that `hide()` did not turn
  /// the echo off, or if this process is in the background. Safe in a signal handler: this function calls only
  /// `tcgetattr`, `tcgetpgrp`, `getpgrp` and `tcsetattr` (POSIX.1-2017 §2.4.3).
  static func show() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0, settings.c_lflag & tcflag_t(ECHO) == 0,
      settings.c_lflag & tcflag_t(ECHONL) != 0, !isInBackground
    else { return }
    settings.c_lflag |= tcflag_t(ECHO)
    settings.c_lflag &= ~tcflag_t(ECHONL)
    _ = tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Whether another process group is in the terminal's foreground. The system would then stop this process for a
  /// change of the terminal's settings (SIGTTOU).
  private static var isInBackground: Bool {
    let foreground = tcgetpgrp(STDIN_FILENO)
    return foreground != -1 && foreground != getpgrp()
  }
}
