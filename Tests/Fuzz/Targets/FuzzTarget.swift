/// A fuzzed parser, with the laws that must hold for its results.
public struct FuzzTarget: Sendable {
  /// The name of the parser's folder in `Corpus` and of its dictionary.
  public let name: String
  /// Parses bytes and checks the laws. A trap or a broken law is a finding; an error that the parser throws is not.
  public let read: @Sendable ([UInt8]) -> Void

  /// All fuzzed parsers.
  public static let all: [FuzzTarget] = [
    .appSessions, .bundles, .callbacks, .cbor, .commandLine, .configuration, .connections, .encodings, .flowSteps,
    .json, .jwk, .jwt, .keyForms, .messages, .sandbox, .stores,
  ]

  /// Traps with `text` if the law does not hold.
  static func require(_ law: Bool, _ text: @autoclosure () -> String) {
    precondition(law, text())
  }
}
