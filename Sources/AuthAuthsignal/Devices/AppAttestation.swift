public import AuthCore

/// The platform's statement about this app and device, for a server that requires one before it accepts a new key (A37,
/// A39). The app requests it from its platform's service, App Attest or Play Integrity.
public struct AppAttestation: Sendable {
  /// A service that attests apps.
  public enum Service: String, Sendable, Hashable, CaseIterable {
    /// Apple's App Attest. Its client data hash is the SHA-256 of the nonce's UTF-8 bytes.
    case appAttest = "APP_ATTEST"
    /// Google's Play Integrity.
    case playIntegrity = "PLAY_INTEGRITY"
  }

  /// The service that made the statement.
  public var service: Service
  /// The statement: App Attest's attestation object in standard base64, or Play Integrity's token.
  public var token: Secret
  /// The ID of App Attest's key; nil for Play Integrity.
  public var keyID: String?

  /// Creates an attestation from the service's statement.
  ///
  /// - Parameters:
  ///   - service: the service that made the statement.
  ///   - token: the statement, in the format that `token` describes.
  ///   - keyID: the ID of App Attest's key.
  public init(_ service: Service, token: Secret, keyID: String? = nil) {
    self.service = service
    self.token = token
    self.keyID = keyID
  }

  /// The attestor of this platform: App Attest on Apple's systems, nil elsewhere. On a device without App Attest, it
  /// returns no attestation. An app with its own attestor, such as one for Play Integrity, does not need it.
  public static var platform: AppAttestor? {
    #if canImport(DeviceCheck) && canImport(CryptoKit)
      return AppAttest.attest
    #else
      return nil
    #endif
  }

  /// The value of the member `performAttestation`.
  var json: JSONValue {
    var object: JSONObject = ["provider": .string(service.rawValue), "token": .string(token.revealText())]
    object["keyId"] = keyID.map { .string($0) }
    return .object(object)
  }
}

/// Asks the platform for an attestation. Returns nil if the platform cannot make one; then the server's policy decides.
///
/// - Parameter nonce: the nonce to attest, as the server sent it.
public typealias AppAttestor = @Sendable (_ nonce: String) async throws -> AppAttestation?
