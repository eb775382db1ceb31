/// Authorises one request to a Turnkey-style API: a header field whose value covers the exact bytes of the body.
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
  /// Only the name. With the value, a reader could repeat the request.
  public var description: String { "\(name): <redacted>" }
}
