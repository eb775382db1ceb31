public import AuthCore
import AuthTurnkey

/// A new passkey, to add to a user or to sign a user up with (v1AuthenticatorParamsV2, T80).
public struct NewAuthenticator: Sendable, Hashable {
  /// The passkey in the vendor's form.
  public let json: JSONValue

  /// A passkey that this app made with `PasskeyAuthenticator.create(_:)`.
  ///
  /// - Parameters:
  ///   - name: the passkey's display name.
  ///   - challenge: the challenge of the request that made the passkey.
  ///   - registration: the new passkey.
  public init(name: String, challenge: [UInt8], registration: PasskeyRegistration) {
    json = registration.turnkeyAuthenticator(name: name, challenge: challenge)
  }

  /// A passkey in the vendor's form, such as a backend receives it from an app.
  public init(json: JSONValue) { self.json = json }
}
