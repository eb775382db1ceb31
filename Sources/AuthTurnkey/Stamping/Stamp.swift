/// What authorises one request to a Turnkey-style API: a header field whose value covers the body's exact bytes.
public struct Stamp: Sendable, Hashable {
  /// The header's name: `X-Stamp`.
  public let name: String
  /// The header's value.
  public let value: String

  /// A stamp.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension Stamp: CustomStringConvertible {
  /// The name alone: a holder of the value can repeat the request that it was made for.
  public var description: String { "\(name): <redacted>" }
}
