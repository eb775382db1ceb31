import AuthCore
import AuthText

@testable import LatchkeyCommands

extension FuzzTarget {
  /// The words of a command line, one in each line: the command is found, its arguments are read, and a message about
  /// them contains no text that controls a terminal.
  static let commandLine = FuzzTarget(name: "command-line") { bytes in
    let words = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    do throws(AuthError) {
      guard let (command, rest) = try CommandTable.find(words) else { return }
      let arguments = try Arguments(rest, for: command)
      require(arguments.operands.count <= command.operandCount.upperBound || arguments.has("help"), "too many operands")
    } catch {
      require(!error.message.isEmpty, "an error without a message")
      let shown = EscapedText(error.message, limit: 10_000).description
      require(!shown.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "a message controls the terminal")
    }
  }
}
