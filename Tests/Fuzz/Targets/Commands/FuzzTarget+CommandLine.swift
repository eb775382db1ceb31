import AuthCore
import AuthSandbox
import AuthTerminal
import AuthText
import FuzzTargets

@testable import LatchkeyCommands

extension FuzzTarget {
  /// The words of a command line, separated by zero bytes: they select a command whose arguments can be read, or are
  /// refused. The command itself does not run, because it would read files and call servers.
  static let commandLine = FuzzTarget(name: "command-line") { bytes in
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    if let (command, rest) = try? CommandTable.find(words), let arguments = try? Arguments(rest, for: command) {
      require(
        arguments.has("help") || command.operandCount.contains(arguments.operands.count),
        "\(command.name) took \(arguments.operands.count) operands")
      // A value `@FILE` would read a file.
      if arguments.value("data")?.hasPrefix("@") != true {
        let invocation = Invocation(arguments, plugins: [], environment: [:])
        _ = try? RequestArguments.request(invocation)
        _ = invocation.configurationPath
      }
      for option in command.options { _ = try? arguments.integer(option.name, in: 0...65_535) }
    }
    for word in words {
      if let name = try? AdapterName(word) {
        require(name.type.utf8.count == word.utf8.count, "an adapter's name changed its length")
      }
      // The text from outside must not contain a control character when it is shown.
      let shown = TerminalText("\(word)").text
      require(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "a control character is shown")
      _ = Layout(columns: 40).paragraphs(TerminalText(lines: word))
      _ = EscapedJSON.text(word)
    }
    for word in words.dropFirst() {
      // git reads the answer line by line: a line break in a value would be another field.
      let lines = GitCredential(word).answer(words[0]) ?? []
      require(!lines.contains { $0.utf8.contains(0x0A) }, "an answer to git contains a line break")
      _ = GitCredential(word).url
    }
    checkWords(words)
    checkAgent(bytes)
    if let json = try? JSONValue(parsing: bytes), let keyring = try? SandboxKeyring(json: json) {
      require((try? SandboxKeyring(json: keyring.json))?.json == keyring.json, "a keyring changes when read")
    }
  }
}
