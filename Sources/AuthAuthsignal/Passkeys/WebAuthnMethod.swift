import AuthCore

/// The methods with a WebAuthn credential. Their calls differ only in the path and in what surrounds the WebAuthn JSON
/// (A27, A111).
enum WebAuthnMethod: Sendable, Equatable, CaseIterable {
  case passkey
  case securityKey

  init?(_ method: MethodID) {
    guard let known = Self.allCases.first(where: { $0.id == method }) else { return nil }
    self = known
  }

  /// The name in this package.
  var id: MethodID { self == .passkey ? .passkey : .securityKey }

  /// The path segment in the vendor's API.
  var segment: String { self == .passkey ? "passkey" : "security-key" }

  /// How the options give the user handle. Only the vendor's SDK for browsers has security keys, so their handle is
  /// base64url on every platform (A113).
  var userHandle: PasskeyUserHandle { self == .passkey ? .platform : .base64URL }

  /// The options in a response: wrapped with a challenge's ID for a passkey, and the response itself for a security
  /// key.
  ///
  /// - Throws: `malformed_response` for a passkey's response without the ID or the options.
  func options(in json: JSONValue) throws(AuthError) -> (challengeID: String?, options: JSONValue) {
    guard self == .passkey else { return (nil, json) }
    return (try json.requiredIdentifier("challengeId"), try json.requiredObject("options"))
  }

  /// The body that ends a ceremony: the credential with the IDs of the challenge and the device for a passkey, and the
  /// credential itself for a security key.
  func body(
    _ name: String, _ credential: JSONObject, challengeID: String?, deviceID: String?
  ) -> JSONObject {
    guard self == .passkey else { return credential }
    var body: JSONObject = [name: .object(credential)]
    body["challengeId"] = challengeID.map { .string($0) }
    body["deviceId"] = deviceID.map { .string($0) }
    return body
  }
}
