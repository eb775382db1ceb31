import AuthCore
import AuthPasskey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A passkey of a user (T80).
struct TurnkeyAuthenticator: Sendable {
  let id: String
  let name: String
  let passkey: RegisteredPasskey
  let transports: [String]
  let createdAt: Date

  var credentialID: String { Base64URL.encode(passkey.credentialID) }

  /// The handle of a passkey in the directory. The prefix distinguishes it from the handle of an API key, which is the
  /// key's public key.
  static func handle(_ credentialID: String) -> String { "webauthn " + credentialID }

  /// The passkey on the wire: v1Authenticator.
  var json: JSONValue {
    [
      "authenticatorId": .string(id), "authenticatorName": .string(name), "credentialId": .string(credentialID),
      "transports": .array(transports.map { .string($0) }), "attestationType": "none",
      "aaguid": "00000000-0000-0000-0000-000000000000", "model": "unknown",
      "credential": [
        "publicKey": .string(Hex.encode(passkey.publicKey)), "type": "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR",
      ],
      "createdAt": createdAt.turnkeyTimestamp, "updatedAt": createdAt.turnkeyTimestamp,
    ]
  }
}
