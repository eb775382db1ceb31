public import AuthCore

/// A command as a token provider: its standard output is the token.
///
/// The command is started without a shell. It learns what is wanted from `LATCHKEY_TOKEN_PURPOSE` and
/// `LATCHKEY_IDENTIFIER`; no secret is ever in its arguments or environment. Standard error is passed through.
public struct CommandTokenProvider: TokenProvider {
  private let words: [String]
  private let environment: [String: String]

  /// A program and its arguments; a name without a slash is looked for along `PATH`.
  ///
  /// - Throws: `invalid_configuration` when there is no program.
  public init(_ words: [String], environment: [String: String]) throws(AuthError) {
    guard words.first?.isEmpty == false else {
      throw AuthError(.invalidConfiguration, "A token command needs a program.")
    }
    self.words = words
    self.environment = environment
  }

  /// What the command prints, without blanks at its ends; nil when that is nothing, or the token refused already.
  ///
  /// - Throws: `TokenProviderUnavailable` when it cannot be started, `provider_error` when it ends with another
  ///   status than 0.
  public func token(for request: TokenRequest) async throws -> Secret? {
    var environment = environment
    environment["LATCHKEY_TOKEN_PURPOSE"] = request.purpose.name
    environment["LATCHKEY_IDENTIFIER"] = request.identifier
    let outcome = await Subprocess.run(words, environment: environment)
    switch outcome {
    case .notStarted(let reason):
      throw TokenProviderUnavailable("the command \(words[0]) cannot be started (\(reason))")
    case .ended(let status, var output):
      defer { Wiping.wipe(&output) }
      guard status == 0 else {
        throw AuthError(.providerError, "The token command \(words[0]) ended with status \(status).")
      }
      let token = Secret(String(decoding: output, as: UTF8.self).trimmingBlanks)
      return token.isEmpty || token == request.rejected ? nil : token
    }
  }
}
