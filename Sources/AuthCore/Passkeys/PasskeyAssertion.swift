/// The result of using an existing credential (WebAuthn Level 3 §5.2.2).
public struct PasskeyAssertion: Sendable {
  /// The credential's id, as raw bytes.
  public var credentialID: [UInt8]
  /// The bytes of the client data, which are JSON.
  public var clientDataJSON: [UInt8]
  /// The authenticator data (WebAuthn Level 3 §6.1), as the authenticator signed them.
  public var authenticatorData: [UInt8]
  /// The signature over the authenticator data and the hash of the client data; in ASN.1 DER for ES256.
  public var signature: [UInt8]
  /// The user handle; nil if the authenticator did not return it.
  public var userHandle: [UInt8]?
  /// The results of the request's extensions.
  public var extensionResults: PasskeyExtensionResults

  /// Creates an assertion, by default without results of extensions.
  public init(
    credentialID: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
    userHandle: [UInt8]?, extensionResults: PasskeyExtensionResults = PasskeyExtensionResults()
  ) {
    self.credentialID = credentialID
    self.clientDataJSON = clientDataJSON
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
    self.extensionResults = extensionResults
  }
}

extension PasskeyAssertion: Redacting {
  /// Only the id of the credential.
  public var shownParts: KeyValuePairs<String, String> {
    ["credentialID": Base64URL.encode(credentialID)]
  }
}
