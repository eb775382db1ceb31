/// A header field that authorises one request to a Turnkey-style API. Its value covers the exact bytes of the body.
public struct Stamp: Sendable, Hashable {
  /// The header field's name, such as `X-Stamp`.
  public let name: String
  /// The header field's value.
  public let value: String

  /// Creates a stamp that a stamper has computed.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension Stamp: CustomStringConvertible {
  /// Only the name, because a reader of the value could repeat the request.
  public var description: String { "\(name): <redacted>" }
}
