import AuthCore

extension PasskeyRegistration {
  /// The form of a new passkey that sign-ups and enrolments send (v1AuthenticatorParamsV2; T80).
  ///
  /// - Parameters:
  ///   - name: for people.
  ///   - challenge: what the credential was made with.
  func turnkeyAuthenticator(name: String, challenge: [UInt8]) -> JSONValue {
    [
      "authenticatorName": .string(name), "challenge": .string(Base64URL.encode(challenge)),
      "attestation": [
        "credentialId": .string(Base64URL.encode(credentialID)),
        "clientDataJson": .string(Base64URL.encode(clientDataJSON)),
        "attestationObject": .string(Base64URL.encode(attestationObject)),
        "transports": .array(transports.compactMap(Self.turnkeyTransport).map { .string($0) }),
      ],
    ]
  }

  /// The vendor's name of a transport; those that it has no name for are left out.
  private static func turnkeyTransport(_ name: String) -> String? {
    switch name {
    case "internal", "hybrid", "usb", "nfc", "ble": "AUTHENTICATOR_TRANSPORT_" + name.uppercased()
    default: nil
    }
  }
}
