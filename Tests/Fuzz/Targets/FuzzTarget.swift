/// A parser under fuzz: what it is given, and what must hold of what it makes of it.
public struct FuzzTarget: Sendable {
  /// The name of its folder in `Corpus` and of its dictionary.
  public let name: String
  /// Reads bytes. A trap is a finding, and so is a law that does not hold; an error that the parser throws is not.
  public let read: @Sendable ([UInt8]) -> Void

  /// Every parser under fuzz.
  public static let all: [FuzzTarget] = [
    .bundles, .callbacks, .cbor, .configuration, .flowSteps, .json, .jwk, .jwt, .messages, .stores,
  ]

  /// A law of a parser.
  static func require(_ law: Bool, _ text: @autoclosure () -> String) {
    precondition(law, text())
  }
}
