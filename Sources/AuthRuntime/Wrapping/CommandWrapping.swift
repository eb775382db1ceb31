public import AuthCore
public import AuthStorage

/// Wraps keys with a command, such as the command line of a key management service.
///
/// The command gets `wrap` or `unwrap` as its last argument, and the keys or wrapped keys in Base64 on its standard
/// input. It prints the result in Base64. Neither keys nor wrapped keys are in its arguments or environment. The
/// command is started without a shell, and ended after its time limit, by default 30 seconds.
public struct CommandWrapping: KeyWrapping {
  /// The kind: `command`.
  public var id: String { "command" }
  private let words: [String]
  private let environment: [String: String]
  private let limit: Duration

  /// Creates a wrapping that runs a command.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments; `wrap` or `unwrap` is added as the last argument.
  ///   - environment: the variables that the command gets.
  ///   - limit: how long the command may run.
  /// - Throws: `invalid_configuration` when there is no program.
  public init(
    _ words: [String], environment: [String: String], limit: Duration = .seconds(30)
  ) throws(AuthError) {
    guard words.first?.isEmpty == false else {
      throw AuthError(
        .invalidConfiguration,
        "$.storage.wrappingCommand is missing or empty; it must be a list with the program that wraps keys, and the "
          + "program's arguments.")
    }
    self.words = words
    self.environment = environment
    self.limit = limit
  }

  /// Wraps keys with the command. `old` is not used: the command decides which key of the service it uses.
  ///
  /// - Throws: `key_unavailable` when the command does not start, fails, takes too long, or prints more than 1 MiB or
  ///   no Base64.
  public func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
    var bytes = keys.revealBytes()
    defer { Wiping.wipe(&bytes) }
    return try run("wrap", bytes)
  }

  /// Unwraps keys with the command.
  ///
  /// - Throws: `key_unavailable` when the command does not start, fails, takes too long, or prints more than 1 MiB or
  ///   no Base64.
  public func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret {
    var bytes = try run("unwrap", wrapped)
    defer { Wiping.wipe(&bytes) }
    return Secret(bytes)
  }

  /// Does nothing, because the service's key may protect other data as well.
  ///
  /// - Throws: nothing.
  public func discard(_ wrapped: [UInt8]) throws(AuthError) {}

  /// Runs the command. Keys are only in arrays, which are wiped; a string could not be.
  private func run(_ action: String, _ input: [UInt8]) throws(AuthError) -> [UInt8] {
    var text = Base64.encodeCharacters(input)
    defer { Wiping.wipe(&text) }
    Wiping.reserve(1, in: &text)
    text.append(0x0A)
    let reason: String
    switch Subprocess.runBlocking(words + [action], environment: environment, limit: limit, input: text) {
    case .notStarted(let cause): reason = "cannot be started (\(cause))"
    case .cancelled, .timedOut: reason = "did not end within \(limit.components.seconds) s, and was killed"
    case .tooMuchOutput: reason = "printed more than \(Subprocess.outputLimit) bytes, and was killed"
    case .ended(let status, var output):
      defer { Wiping.wipe(&output) }
      // Many programs print Base64 in several lines.
      var characters: [UInt8] = []
      characters.reserveCapacity(output.count)
      defer { Wiping.wipe(&characters) }
      for byte in output where !byte.isBlank { characters.append(byte) }
      if status != 0 {
        reason = "ended with status \(status)"
      } else if let bytes = Base64.decodeCharacters(characters), !bytes.isEmpty {
        return bytes
      } else {
        reason = "printed no Base64"
      }
    }
    throw AuthError(
      .keyUnavailable,
      "The command \(words[0]) did not \(action) the storage keys: it \(reason). Run it by hand with the argument "
        + "'\(action)', and with Base64 on its standard input, to find the cause. Nothing is lost.", underlying: reason)
  }
}

extension CommandWrapping: Redacting {
  /// The program.
  public var shownParts: KeyValuePairs<String, String> { ["program": words[0]] }
}

extension UInt8 {
  fileprivate var isBlank: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
