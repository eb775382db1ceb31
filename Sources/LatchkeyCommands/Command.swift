import AuthCore

/// One command: its name, its arguments, its help and its code.
struct Command: Sendable {
  /// An option of a command.
  struct Option: Sendable {
    let name: String
    /// The placeholder for the option's value in the help: `FILE`; nil for an option without a value.
    let value: String?
    /// The English text; `HelpTexts` has those of other languages.
    let summary: String
    /// Whether several commands have the option, with the same text.
    let isShared: Bool

    init(_ name: String, _ value: String? = nil, _ summary: String, isShared: Bool = false) {
      self.name = name
      self.value = value
      self.summary = summary
      self.isShared = isShared
    }

    /// The option as it is typed: `--port N`.
    var usage: String { "--" + name + (value.map { " " + $0 } ?? "") }
  }

  /// The words that select the command: `sign-in`, `config check`.
  let name: String
  /// The operands after the options: `[IDENTIFIER]`.
  let operands: String
  /// How many operands the command accepts.
  let operandCount: ClosedRange<Int>
  /// One line for the list of commands, in English; `HelpTexts` has other languages.
  let summary: String
  /// The text of the help page between the usage and the options; may be empty.
  let discussion: String
  let options: [Option]
  /// What the next operand can be after those that were typed; nil for any text. For completion in a shell.
  let nextOperand: @Sendable (_ typed: [String]) -> CompletionPlan.Values?
  /// Runs the command and returns its exit status.
  let run: @Sendable (Invocation) async throws(AuthError) -> Int32

  init(
    _ name: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0, summary: String,
    discussion: String = "", options: [Option] = [],
    nextOperand: @escaping @Sendable ([String]) -> CompletionPlan.Values? = { _ in nil },
    run: @escaping @Sendable (Invocation) async throws(AuthError) -> Int32
  ) {
    self.name = name
    self.operands = operands
    self.operandCount = operandCount
    self.summary = summary
    self.discussion = discussion
    self.options = options
    self.nextOperand = nextOperand
    self.run = run
  }

  /// The options that every command accepts.
  static let common: [Option] = [
    Option("config", "FILE", "the configuration (default: $AUTH_CONFIG, else auth.json)"),
    Option("provider", "ID", "the provider to use (default: $AUTH_PROVIDER, else the configuration's)"),
    Option("profile", "NAME", "the configuration's profile (default: $AUTH_PROFILE, else the file's profile)"),
    Option("json", nil, "print one JSON object per line, and nothing else, on standard output"),
    Option("verbose", nil, "show every step and request, redacted, on standard error"),
    Option("help", nil, "show this help"),
  ]
}
