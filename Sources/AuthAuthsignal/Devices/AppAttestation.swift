public import AuthCore

/// The platform's statement about this app and device, for a server that requires one before it accepts a new key (A37,
/// A39). The app makes it: App Attest and Play Integrity are the platforms' services.
public struct AppAttestation: Sendable {
  /// The attesting service.
  public enum Service: String, Sendable, Hashable, CaseIterable {
    /// Apple's App Attest, over SHA-256 of the nonce's UTF-8.
    case appAttest = "APP_ATTEST"
    /// Google's Play Integrity.
    case playIntegrity = "PLAY_INTEGRITY"
  }

  /// The attesting service.
  public var service: Service
  /// The statement: App Attest's attestation object in standard base64, or Play Integrity's token.
  public var token: Secret
  /// App Attest's ID of its key.
  public var keyID: String?

  /// An attestation.
  public init(_ service: Service, token: Secret, keyID: String? = nil) {
    self.service = service
    self.token = token
    self.keyID = keyID
  }

  /// The member `performAttestation`.
  var json: JSONValue {
    var object: JSONObject = ["provider": .string(service.rawValue), "token": .string(token.revealText())]
    object["keyId"] = keyID.map { .string($0) }
    return .object(object)
  }
}

/// Asks the platform for an attestation; nil if the platform cannot make an attestation. Then the server's policy
/// decides.
///
/// - Parameter nonce: the nonce to attest, as the server sent it.
public typealias AppAttestor = @Sendable (_ nonce: String) async throws -> AppAttestation?
