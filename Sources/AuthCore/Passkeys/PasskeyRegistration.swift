/// A new credential.
public struct PasskeyRegistration: Sendable {
  /// The credential's id, as raw bytes.
  public var credentialID: [UInt8]
  /// The client data as JSON bytes.
  public var clientDataJSON: [UInt8]
  /// The attestation object, CBOR.
  public var attestationObject: [UInt8]
  /// `internal`, `hybrid`, `usb`, `nfc`, `ble`.
  public var transports: [String]
  /// The results of the extensions.
  public var extensionResults: PasskeyExtensionResults

  /// Creates a registration.
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
