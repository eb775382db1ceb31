public import AuthCore

extension PasskeyRegistration {
  /// The form in which sign-ups and enrolments send a new passkey (v1AuthenticatorParamsV2; T80).
  ///
  /// - Parameters:
  ///   - name: the passkey's display name.
  ///   - challenge: the challenge that the credential was made with.
  /// - Returns: one element of `authenticators`, with all bytes in base64url.
  public func turnkeyAuthenticator(name: String, challenge: [UInt8]) -> JSONValue {
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

  /// The vendor's name for a transport; nil for a transport without one, which is left out.
  private static func turnkeyTransport(_ name: String) -> String? {
    switch name {
    case "internal", "hybrid", "usb", "nfc", "ble": "AUTHENTICATOR_TRANSPORT_" + name.uppercased()
    default: nil
    }
  }
}
