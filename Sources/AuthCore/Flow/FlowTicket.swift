/// The name of a suspended flow. With a ticket, another process resumes the flow, once and within an hour. The ticket
/// does not contain the flow's state, which stays in the record store.
public struct FlowTicket: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// Opaque text, which contains the name of the provider instance and a random key.
  public let rawValue: String
  /// Creates a ticket from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The raw value.
  public var description: String { rawValue }

  init(providerID: ProviderID, key: String) {
    rawValue = Base64URL.encode(providerID.rawValue.utf8) + "." + key
  }

  /// The instance of the flow; nil if the text is not a ticket.
  var providerID: ProviderID? {
    let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let name = Base64URL.decode(parts[0]), let text = String(strictUTF8: name)
    else { return nil }
    return ProviderID(text)
  }

  /// The key of the record with the flow's state.
  var recordKey: String { Self.recordPrefix + rawValue }

  static let recordPrefix = "flow/"
}
