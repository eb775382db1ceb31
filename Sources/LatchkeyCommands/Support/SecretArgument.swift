import AuthCore
import AuthTerminal
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An option that takes a secret: `-` (standard input), `@FILE`, `env:NAME`, or the value itself with a warning.
enum SecretArgument {
  /// The secret that the option's text names: the next line of standard input, the content of a file, or the value of
  /// an environment variable, each without white space at its ends. Any other text is the secret itself, unchanged.
  ///
  /// - Throws: `invalid_request` when standard input has ended, the file cannot be read, or the variable is not set.
  static func resolve(
    _ text: String, option: String, environment: [String: String]
  ) async throws(AuthError) -> Secret {
    if text == "-" {
      guard let line = await LineInput.next() else {
        throw AuthError(
          .invalidRequest, "--\(option) -: standard input is empty. Write the secret as one line to standard input.")
      }
      return Secret(line.trimmingBlanks)
    }
    if text.hasPrefix("@") {
      let path = String(text.dropFirst())
      guard let content = FileManager.default.contents(atPath: path) else {
        throw AuthError(
          .invalidRequest,
          "--\(option): the file \(path) cannot be read. Check that it exists and that this user may read it.")
      }
      return Secret(String(decoding: content, as: UTF8.self).trimmingBlanks)
    }
    if text.hasPrefix("env:") {
      let name = String(text.dropFirst("env:".count))
      guard let value = environment[name] else {
        throw AuthError(
          .invalidRequest,
          "--\(option): the environment variable \(name) is not set. Export it, or use - or @FILE instead.")
      }
      return Secret(value.trimmingBlanks)
    }
    let catalog = TextCatalog.commandLine(in: environment)
    func shown(_ name: String, _ arguments: [String: Phrase.Argument] = [:]) -> TerminalText {
      TerminalText(Phrase("command." + name, arguments), in: catalog)
    }
    Output.note(
      Layout.error.line(
        Style.error.yellow(shown("warning") + " ") + shown("secretIsVisible", ["option": .text(option)]), indent: 2))
    return Secret(text)
  }
}
