public import AuthCore

/// What the platform says about this app and device, for a server that wants to know before it takes a new key
/// (A37, A39). Made by the app: App Attest and Play Integrity are the platforms' own.
public struct AppAttestation: Sendable {
  /// Who says it.
  public enum Service: String, Sendable, Hashable, CaseIterable {
    /// Apple's App Attest, over SHA-256 of the nonce's UTF-8.
    case appAttest = "APP_ATTEST"
    /// Google's Play Integrity.
    case playIntegrity = "PLAY_INTEGRITY"
  }

  /// Who says it.
  public var service: Service
  /// What it says: App Attest's attestation object in standard base64, Play Integrity's token.
  public var token: Secret
  /// App Attest's name for its key.
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

/// Asks the platform; nil where it cannot say anything, and the server's policy then decides.
///
/// - Parameter nonce: what the server wants attested, as it came.
public typealias AppAttestor = @Sendable (_ nonce: String) async throws -> AppAttestation?
