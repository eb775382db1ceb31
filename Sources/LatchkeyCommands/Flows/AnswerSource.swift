import AuthCore

/// The source of answers to prompts.
enum AnswerSource: Sendable {
  /// The user at the terminal.
  case terminal
  /// Lines of standard input.
  case lines
  /// Codes from a sandbox's outbox, everything else from lines.
  case outbox(OutboxReader)
}
