public import AuthCore

/// A command as a token provider: its standard output is the token.
///
/// The command is started without a shell. The variables `LATCHKEY_TOKEN_PURPOSE` and `LATCHKEY_IDENTIFIER` describe
/// the requested token; the identifier is set only if the request has one. This package does not add a secret to the
/// arguments or the environment. Standard error is passed through, and standard input is empty.
///
/// A command that is cancelled, runs too long or prints more than 1 MiB is ended together with its process group: with
/// SIGTERM, and half a second later with SIGKILL. When a command ends by itself, processes that it has started may
/// continue to run.
public struct CommandTokenProvider: TokenProvider {
  private let words: [String]
  private let environment: [String: String]
  private let limit: Duration

  /// Creates a provider that runs a command. A program name without a slash is looked up in the `PATH` of this process.
  ///
  /// - Parameters:
  ///   - words: the program, and its arguments.
  ///   - environment: the variables that the command gets.
  ///   - limit: how long the command may run.
  /// - Throws: `invalid_configuration` when there is no program.
  public init(
    _ words: [String], environment: [String: String], limit: Duration = .seconds(30)
  ) throws(AuthError) {
    guard words.first?.isEmpty == false else {
      throw AuthError(
        .invalidConfiguration, "The token command is empty; it must be a list with a program and its arguments.")
    }
    self.words = words
    self.environment = environment
    self.limit = limit
  }

  /// Runs the command, and returns its output without white space at either end; nil for blank output.
  ///
  /// - Throws: `TokenProviderUnavailable` when the command cannot be started, or prints the token that was refused;
  ///   `provider_error` when it ends with a status other than 0 or prints more than 1 MiB; `timeout` when it runs too
  ///   long; `CancellationError` when the task is cancelled.
  public func token(for request: TokenRequest) async throws -> Secret? {
    var environment = environment
    environment["LATCHKEY_TOKEN_PURPOSE"] = request.purpose.name
    environment["LATCHKEY_IDENTIFIER"] = request.identifier
    let outcome = await Subprocess.run(words, environment: environment, limit: limit)
    switch outcome {
    case .notStarted(let reason):
      throw TokenProviderUnavailable("the command \(words[0]) cannot be started (\(reason))")
    case .cancelled: throw CancellationError()
    case .timedOut:
      throw AuthError(
        .timeout,
        "The token command \(words[0]) did not end within \(limit.components.seconds) s, and was killed. Run it by "
          + "hand to find the cause.")
    case .tooMuchOutput:
      throw AuthError(
        .providerError,
        "The token command \(words[0]) printed more than \(Subprocess.outputLimit) bytes, and was killed. It must "
          + "print only the token.")
    case .ended(let status, var output):
      defer { Wiping.wipe(&output) }
      guard status == 0 else {
        throw AuthError(
          .providerError,
          "The token command \(words[0]) ended with status \(status). Check its standard error, or run it by hand.")
      }
      let token = Secret(String(decoding: output, as: UTF8.self).trimmingBlanks)
      return try request.taking(token, from: "the command \(words[0])")
    }
  }
}

extension CommandTokenProvider: Redacting {
  /// The program.
  public var shownParts: KeyValuePairs<String, String> {
    ["program": words[0]]
  }
}
