import AuthCore
import AuthTerminal
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Counts down, in the line above the input, until the user can request a new code.
final class ResendCountdown: Sendable {
  private let task: Task<Void, Never>?

  /// Starts the countdown. Does nothing if `isShown` is false, or if the prompt has no resend time in the future.
  ///
  /// - Parameters:
  ///   - prompt: the prompt that waits for input.
  ///   - catalog: the texts.
  ///   - clock: measures the remaining time.
  ///   - correction: seconds to add to the clock to get the server's time, which the prompt's dates use.
  ///   - isShown: whether both the input and standard error are terminals.
  init(_ prompt: Prompt, catalog: TextCatalog, clock: any AuthClock, correction: Double, isShown: Bool) {
    guard isShown, case .enterCode(let code) = prompt, let opening = code.resendAt?.addingTimeInterval(-correction),
      opening > clock.now()
    else {
      task = nil
      return
    }
    let style = Style.error
    Output.note("")
    task = Task.detached {
      while !Task.isCancelled {
        let rest = Int(opening.timeIntervalSince(clock.now()).rounded(.up))
        let phrase =
          rest > 0 ? Phrase("terminal.resendIn", ["count": .number(rest)]) : Phrase("terminal.resendNow")
        // Save the cursor, go up a line, rewrite that line, restore the cursor. The text that the user is typing does
        // not change.
        Output.error("\u{1B}7\u{1B}[1A\r\u{1B}[2K  " + style.dim(TerminalText(phrase, in: catalog)) + "\u{1B}8")
        if rest <= 0 { return }
        try? await Task.sleep(for: .milliseconds(500))
      }
    }
  }

  /// Stops the countdown, and returns after its last write.
  func stop() async {
    task?.cancel()
    await task?.value
  }
}
