import AuthCore

/// What was answered so far, for the search for secrets.
final class AnswerBook: Sendable {
  private let texts = Locked<[String]>([])

  func note(_ answer: FlowAnswer, to prompt: Prompt?) {
    texts.withLock { texts in
      switch answer {
      case .code(let code): texts.append(code.revealText())
      case .fields(let fields): texts += fields.filter { prompt?.isPlain(field: $0.key) != true }.values
      case .method, .account, .email, .phone, .callback, .resend, .poll: break
      }
    }
  }

  var secrets: [String] { texts.withLock { $0 } }
}

extension Prompt {
  /// Whether what is filled in there may show: a user's name is the session's identifier, too.
  fileprivate func isPlain(field name: String) -> Bool {
    guard case .input(let fields) = self else { return false }
    return fields.contains { $0.name == name && $0.kind == .text }
  }
}
