import AuthCore

/// All commands, in the order in which help lists them.
enum CommandTable {
  static let commands: [Command] = [
    .demo, .sandbox, .signIn, .whoami, .token, .exec, .agentStart, .agentStatus, .agentStop, .agentRequest,
    .agentRun, .credentialHelper, .refresh, .signOut, .deleteAccount,
    .sessions, .history, .storage, .adopt,
    .send, .authorize, .stamp, .enroll, .credentials, .stepUp, .approve, .jwtVerify, .providers, .configCheck,
    .configSchema, .doctor,
    .newAdapter, .bench, .completion, .man,
  ]

  /// The command that the words name, and its arguments.
  ///
  /// - Returns: nil if the words name no command, but contain only common options or request the overview.
  /// - Throws: a fault for an unknown command, with the nearest name, and for a command without its second word.
  static func find(_ given: [String]) throws(UsageFault) -> (Command, [String])? {
    let (leading, words) = split(given)
    return try command(words).map { ($0.0, leading + $0.1) }
  }

  /// Splits off the common options before the command, with their values.
  private static func split(_ words: [String]) -> (leading: [String], rest: [String]) {
    var index = 0
    while index < words.count, words[index] != "--help",
      let option = Command.common.first(where: { words[index].hasPrefix("--" + $0.name) })
    {
      index += option.value != nil && words[index] == "--" + option.name ? 2 : 1
    }
    let count = min(index, words.count)
    return (Array(words[..<count]), Array(words[count...]))
  }

  private static func command(_ words: [String]) throws(UsageFault) -> (Command, [String])? {
    guard let first = words.first, first != "--help", first != "-h", first != "help" else {
      guard words.first == "help", words.count > 1 else { return nil }
      return try command(Array(words.dropFirst())).map { ($0.0, ["--help"]) }
    }
    for command in commands {
      let parts = command.name.split(separator: " ").map(String.init)
      if Array(words.prefix(parts.count)) == parts { return (command, Array(words.dropFirst(parts.count))) }
    }
    let names = commands.map(\.name)
    let longer = names.filter { $0.hasPrefix(first + " ") }
    guard longer.isEmpty else {
      throw .incompleteCommand(first, longer, second: words.count > 1 && !words[1].hasPrefix("-") ? words[1] : nil)
    }
    let nearest =
      NearestName.find(words.prefix(2).joined(separator: " "), in: names) ?? NearestName.find(first, in: names)
    throw .unknownCommand(first, nearest: nearest)
  }
}
