/// The result of creating a credential (WebAuthn Level 3 §5.2.1).
public struct PasskeyRegistration: Sendable {
  /// The credential's id, as raw bytes.
  public var credentialID: [UInt8]
  /// The bytes of the client data, which are JSON.
  public var clientDataJSON: [UInt8]
  /// The attestation object, encoded in CBOR.
  public var attestationObject: [UInt8]
  /// The transports by which clients can reach the authenticator, such as `internal`, `hybrid` or `usb`.
  public var transports: [String]
  /// The results of the request's extensions.
  public var extensionResults: PasskeyExtensionResults

  /// Creates a registration, by default without results of extensions.
  public init(
    credentialID: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8], transports: [String],
    extensionResults: PasskeyExtensionResults = PasskeyExtensionResults()
  ) {
    self.credentialID = credentialID
    self.clientDataJSON = clientDataJSON
    self.attestationObject = attestationObject
    self.transports = transports
    self.extensionResults = extensionResults
  }
}
