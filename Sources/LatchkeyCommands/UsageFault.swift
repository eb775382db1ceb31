import AuthCore
import AuthUI

/// Words that are not a command of `latchkey`, with the text for the user.
///
/// A command reports its failures as `AuthError`, whose message is English. These faults have a text in each language,
/// because a person who does not know the commands yet meets them first.
struct UsageFault: Error, Sendable {
  let phrase: Phrase

  private init(_ key: String, _ arguments: [String: String]) {
    phrase = Phrase(key, arguments.mapValues { .text($0) })
  }

  /// The error for callers that report every failure as `AuthError`.
  var error: AuthError { AuthError(.invalidRequest, TextCatalog.commandLineEnglish.text(phrase)) }

  /// A first word that no command has.
  static func unknownCommand(_ name: String, nearest: String?) -> UsageFault {
    guard let nearest else { return UsageFault("command.usage.unknownCommand", ["name": name]) }
    return UsageFault("command.usage.unknownCommand.near", ["name": name, "nearest": nearest])
  }

  /// A first word of several commands, without one of their second words.
  ///
  /// - Parameters:
  ///   - name: the word.
  ///   - commands: the commands that begin with it.
  ///   - second: the wrong second word; nil if there is only one word.
  static func incompleteCommand(_ name: String, _ commands: [String], second: String?) -> UsageFault {
    let list = commands.joined(separator: ", ")
    guard let second else { return UsageFault("command.usage.incompleteCommand", ["name": name, "commands": list]) }
    return UsageFault("command.usage.wrongSecondWord", ["name": name, "commands": list, "second": second])
  }

  static func unknownOption(_ name: String, nearest: String?, of command: Command) -> UsageFault {
    guard let nearest else {
      return UsageFault("command.usage.unknownOption", ["name": name, "command": command.name])
    }
    return UsageFault(
      "command.usage.unknownOption.near", ["name": name, "nearest": nearest, "command": command.name])
  }

  static func valueMissing(_ option: String, of command: Command) -> UsageFault {
    UsageFault("command.usage.valueMissing", ["name": option, "command": command.name])
  }

  static func valueNotAllowed(_ option: String, of command: Command) -> UsageFault {
    UsageFault("command.usage.valueNotAllowed", ["name": option, "command": command.name])
  }

  /// One operand more than the command takes.
  static func surplus(_ word: String, of command: Command) -> UsageFault {
    UsageFault("command.usage.surplus", ["word": word, "command": command.name])
  }

  static func operandMissing(of command: Command) -> UsageFault {
    UsageFault("command.usage.operandMissing", ["operands": command.operands, "command": command.name])
  }
}
