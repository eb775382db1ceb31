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
  /// - Throws: a fault for an unknown option (it names the nearest option), for an option whose value is missing or not
  ///   allowed, and for too many or too few operands.
  init(_ words: [String], for command: Command) throws(UsageFault) {
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
      throw .surplus(operands[command.operandCount.upperBound], of: command)
    }
    guard operands.count >= command.operandCount.lowerBound else {
      throw .operandMissing(of: command)
    }
  }

  private mutating func take(
    _ word: String, _ options: [Command.Option], _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(UsageFault) {
    let halves = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = halves.first.map(String.init) ?? ""
    guard word.hasPrefix("--"), let option = options.first(where: { $0.name == name }) else {
      throw .unknownOption(name, nearest: NearestName.find(name, in: options.map(\.name)), of: command)
    }
    guard option.value != nil else {
      guard halves.count == 1 else { throw .valueNotAllowed(name, of: command) }
      flags.insert(name)
      return
    }
    guard let value = halves.count > 1 ? String(halves[1]) : rest.popFirst() else {
      throw .valueMissing(name, of: command)
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
}
