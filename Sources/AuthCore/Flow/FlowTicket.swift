/// Names a suspended flow, for another process to go on with. Holds no secret; works once.
public struct FlowTicket: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// Opaque text that names the provider instance.
  public let rawValue: String
  /// A ticket as it was given.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The text.
  public var description: String { rawValue }

  init(providerID: ProviderID, key: String) {
    rawValue = Base64URL.encode(providerID.rawValue.utf8) + "." + key
  }

  /// The instance whose flow it is; nil for a text that is no ticket.
  var providerID: ProviderID? {
    let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let name = Base64URL.decode(parts[0]), let text = String(strictUTF8: name)
    else { return nil }
    return ProviderID(text)
  }

  /// Where the flow's state is kept.
  var recordKey: String { Self.recordPrefix + rawValue }

  static let recordPrefix = "flow/"
}
