public import AuthCore
import AuthCrypto

/// Stamps with a passkey. Every stamp is a ceremony that the user sees (T76).
public struct PasskeyStamper: Stamper {
  private let authenticator: any PasskeyAuthenticator
  private let relyingPartyID: String
  private let allowedCredentials: [[UInt8]]
  private let userVerification: String
  private let options: PasskeyOptions

  /// The name of the header field for the stamp. Header names are case-insensitive.
  public static let headerName = "X-Stamp-WebAuthn"

  /// A stamper of the passkeys of a relying party.
  ///
  /// - Parameters:
  ///   - authenticator: performs the ceremony of each stamp.
  ///   - relyingPartyID: the domain that the passkeys are bound to.
  ///   - allowedCredentials: the raw IDs of the passkeys to use; empty for any.
  ///   - userVerification: `required`, `preferred` or `discouraged`.
  ///   - options: the appearance of the ceremony.
  public init(
    _ authenticator: any PasskeyAuthenticator, relyingPartyID: String, allowedCredentials: [[UInt8]] = [],
    userVerification: String = "preferred", options: PasskeyOptions = PasskeyOptions()
  ) {
    self.authenticator = authenticator
    self.relyingPartyID = relyingPartyID
    self.allowedCredentials = allowedCredentials
    self.userVerification = userVerification
    self.options = options
  }

  /// The stamp of a request with this body.
  ///
  /// - Throws: the authenticator's errors, such as `cancelled`, `no_credential` and `unsupported`.
  public func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp {
    Self.stamp(try await assertion(for: body))
  }

  /// Runs the ceremony for a body, and returns its assertion.
  func assertion(for body: [UInt8]) async throws(AuthError) -> PasskeyAssertion {
    try await authenticator.get(
      PasskeyAssertionRequest(
        relyingPartyID: relyingPartyID, challenge: Self.challenge(for: body), allowedCredentials: allowedCredentials,
        userVerification: userVerification, options: options))
  }

  /// The challenge for a body: the 64 characters of its SHA-256 in lower-case hex, not the 32 bytes that they encode.
  public static func challenge(for body: [UInt8]) -> [UInt8] { Array(Hex.encode(SHA256.hash(data: body)).utf8) }

  /// The stamp of a ceremony that used `challenge(for:)`. Unlike an API key's stamp, it is plain JSON.
  public static func stamp(_ assertion: PasskeyAssertion) -> Stamp {
    let value: JSONValue = [
      "authenticatorData": .string(Base64URL.encode(assertion.authenticatorData)),
      "clientDataJson": .string(Base64URL.encode(assertion.clientDataJSON)),
      "credentialId": .string(Base64URL.encode(assertion.credentialID)),
      "signature": .string(Base64URL.encode(assertion.signature)),
    ]
    return Stamp(name: headerName, value: value.serializedText)
  }
}
