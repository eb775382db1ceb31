public import AuthCore

/// How a client without an id registers itself at the issuer (RFC 7591).
public struct OIDCRegistration: Sendable {
  /// The name that the issuer shows to users; nil for none.
  public var clientName: String?
  /// The token that an issuer without open registration requires (RFC 7591 §1.2); nil for none.
  public var initialAccessToken: Secret?

  /// Creates a description, by default without a name, for an issuer with open registration.
  public init(clientName: String? = nil, initialAccessToken: Secret? = nil) {
    self.clientName = clientName
    self.initialAccessToken = initialAccessToken
  }

  /// Reads the block `registration`.
  ///
  /// - Throws: `invalid_configuration` for a wrong value.
  init(reading reader: inout ConfigurationReader) throws(AuthError) {
    clientName = try reader.optionalString("clientName", "the name that the issuer shows to users")
    initialAccessToken = try reader.optionalSecret(
      "initialAccessToken", "the token that an issuer without open registration requires")
  }
}

extension OIDCRegistration: Redacting {
  /// The name that the issuer shows.
  public var shownParts: KeyValuePairs<String, String> { ["clientName": clientName ?? "nil"] }
}
