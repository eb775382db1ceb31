import AuthCore
import AuthTerminal

/// An animation on standard error while a task runs; without a terminal it prints nothing.
final class Spinner: Sendable {
  private let task: Task<Void, Never>?

  init(_ label: TerminalText) {
    guard Output.errorIsTerminal else {
      task = nil
      return
    }
    let style = Style.error
    task = Task.detached {
      let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
      var index = 0
      // Wait first, so that nothing flickers during a short task.
      try? await Task.sleep(for: .milliseconds(120))
      while !Task.isCancelled {
        Output.error(
          "\u{1B}[?25l\r\u{1B}[2K" + style.cyan("\(frames[index % frames.count])") + " " + style.dim(label))
        index += 1
        try? await Task.sleep(for: .milliseconds(80))
      }
      if index > 0 { Output.error("\r\u{1B}[2K\u{1B}[?25h") }
    }
  }

  /// Removes the animation, and returns after its last write.
  func stop() async {
    task?.cancel()
    await task?.value
  }

  static func restoreCursor() {
    if Output.errorIsTerminal { Output.error("\u{1B}[?25h") }
  }
}
