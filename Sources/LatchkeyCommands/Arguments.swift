import AuthCore

/// The arguments of a command: operands, and options, whose value can follow in the next word (`--port 80`) or after an
/// equals sign (`--port=80`). After `--`, every word is an operand.
struct Arguments: Sendable {
  /// The name of the command.
  let command: String
  private var values: [String: String] = [:]
  private var flags: Set<String> = []
  private(set) var operands: [String] = []

  /// Reads the words after the command's name.
  ///
  /// - Throws: `invalid_request` for an unknown option (the message names the nearest option), for an option whose
  ///   value is missing or not allowed, and for too many or too few operands.
  init(_ words: [String], for command: Command) throws(AuthError) {
    self.command = command.name
    let options = command.options + Command.common
    var rest = words[...]
    var onlyOperands = false
    while let word = rest.popFirst() {
      if onlyOperands || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        onlyOperands = true
      } else {
        try take(word == "-h" ? "--help" : word, options, &rest, command)
      }
    }
    guard !has("help") else { return }
    guard operands.count <= command.operandCount.upperBound else {
      throw Self.usage("'\(operands[command.operandCount.upperBound])' is one argument too many", command)
    }
    guard operands.count >= command.operandCount.lowerBound else {
      throw Self.usage("An argument of '\(command.operands)' is missing", command)
    }
  }

  private mutating func take(
    _ word: String, _ options: [Command.Option], _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(AuthError) {
    let halves = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = halves.first.map(String.init) ?? ""
    guard word.hasPrefix("--"), let option = options.first(where: { $0.name == name }) else {
      let nearest = NearestName.find(name, in: options.map(\.name)).map { " (did you mean '--\($0)'?)" } ?? ""
      throw Self.usage("There is no option '--\(name)'" + nearest, command)
    }
    guard option.value != nil else {
      guard halves.count == 1 else { throw Self.usage("'--\(name)' takes no value", command) }
      flags.insert(name)
      return
    }
    guard let value = halves.count > 1 ? String(halves[1]) : rest.popFirst() else {
      throw Self.usage("'--\(name)' needs a value", command)
    }
    values[name] = value
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  func value(_ option: String) -> String? { values[option] }

  /// The operand at a position; nil if there are fewer operands.
  func operand(_ index: Int) -> String? { index < operands.count ? operands[index] : nil }

  /// The value of an option as a number; nil if the option was not given.
  ///
  /// - Throws: `invalid_request` when the value is not a whole number in the range.
  func integer(_ option: String, in range: ClosedRange<Int>) throws(AuthError) -> Int? {
    guard let text = values[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw AuthError(
        .invalidRequest, "--\(option) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  private static func usage(_ text: String, _ command: Command) -> AuthError {
    AuthError(.invalidRequest, "\(text); see 'latchkey \(command.name) --help'.")
  }
}
