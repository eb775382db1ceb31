#if canImport(AuthenticationServices)
  import AuthCore
  import AuthenticationServices

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Translates the requests of a relying party into requests to the system.
  enum PlatformPasskeyRequests {
    /// Makes the system's request for a registration.
    ///
    /// - Throws: `unsupported` for options that the system does not support, and for a security key; `invalid_request`
    ///   for a user handle of the wrong length, or for `prf` inputs by credential.
    static func registration(
      _ request: PasskeyCreationRequest
    ) throws(AuthError) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
      guard (1...64).contains(request.userHandle.count) else {
        throw AuthError(
          .invalidRequest, "The user handle has \(request.userHandle.count) bytes; it must have 1 to 64 bytes.")
      }
      guard request.algorithms.contains(-7) else {
        throw AuthError(
          .unsupported,
          "The system creates only ES256 (-7) passkeys, but the server does not accept them. Add -7 to the server's "
            + "pubKeyCredParams.")
      }
      // The system would create a passkey instead, and with it replace the passkey of the same user.
      guard !request.asksForSecurityKey else {
        throw AuthError(
          .unsupported,
          "The server asks for a security key, and this authenticator creates only passkeys. Set "
            + "ProviderServices.passkeys to an authenticator that uses security keys.")
      }
      let wish = try newRequest(request)
      wish.displayName = request.displayName
      wish.userVerificationPreference = .init(rawValue: request.userVerification)
      // A client may ignore the preferences `direct` and `indirect`. The system creates an attestation only on managed
      // devices, for `enterprise`, because synced passkeys have no attestation.
      if request.attestation == "enterprise" { wish.attestationPreference = .enterprise }
      if #available(iOS 17.4, macOS 13.5, *), !request.excludedCredentials.isEmpty {
        wish.excludedCredentials = descriptors(request.excludedCredentials)
      }
      if let prf = request.extensions.prf {
        guard prf.inputsByCredential.isEmpty else {
          throw AuthError(
            .invalidRequest, "The 'prf' of a registration must not have evalByCredential. Remove evalByCredential.")
        }
        if #available(iOS 18, macOS 15, *) {
          wish.prf = prf.inputs.map { .inputValues(values($0)) } ?? .checkForSupport
        }
      }
      return wish
    }

    private static func newRequest(
      _ request: PasskeyCreationRequest
    ) throws(AuthError) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
      let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
        relyingPartyIdentifier: request.relyingPartyID)
      let (challenge, user) = (Data(request.challenge), Data(request.userHandle))
      guard request.options.mediation == .conditional else {
        return provider.createCredentialRegistrationRequest(
          challenge: challenge, name: request.userName, userID: user)
      }
      guard #available(iOS 18, macOS 15, *) else {
        throw AuthError(
          .unsupported,
          "Conditional creation of passkeys needs iOS 18 or macOS 15. Use mediation 'modal' on earlier systems.")
      }
      return provider.createCredentialRegistrationRequest(
        challenge: challenge, name: request.userName, userID: user, requestStyle: .conditional)
    }

    /// Makes the system's request for an assertion.
    ///
    /// - Throws: `invalid_request` for `prf` inputs for credentials that the request does not allow.
    static func assertion(
      _ request: PasskeyAssertionRequest
    ) throws(AuthError) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
      let wish = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: request.relyingPartyID)
        .createCredentialAssertionRequest(challenge: Data(request.challenge))
      wish.allowedCredentials = descriptors(request.allowedCredentials)
      wish.userVerificationPreference = .init(rawValue: request.userVerification)
      if let prf = request.extensions.prf {
        guard prf.inputsByCredential.keys.allSatisfy({ request.allowedCredentials.contains($0) }) else {
          throw AuthError(
            .invalidRequest,
            "evalByCredential in 'prf' contains a credential that is not in allowCredentials. Add it to "
              + "allowCredentials, or remove it.")
        }
        if #available(iOS 18, macOS 15, *) { wish.prf = input(prf) }
      }
      return wish
    }

    private static func descriptors(
      _ identities: [[UInt8]]
    ) -> [ASAuthorizationPlatformPublicKeyCredentialDescriptor] {
      identities.map { ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data($0)) }
    }

    @available(iOS 18, macOS 15, *)
    private static func values(
      _ inputs: PasskeyExtensions.PRFInputs
    ) -> ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues {
      .init(saltInput1: Data(inputs.first), saltInput2: inputs.second.map { Data($0) })
    }

    @available(iOS 18, macOS 15, *)
    private static func input(_ prf: PasskeyExtensions.PRF) -> ASAuthorizationPublicKeyCredentialPRFAssertionInput? {
      let byCredential = Dictionary(
        uniqueKeysWithValues: prf.inputsByCredential.map { (Data($0.key), values($0.value)) })
      if let inputs = prf.inputs {
        return .inputValues(
          values(inputs), perCredentialInputValues: byCredential.isEmpty ? nil : byCredential)
      }
      return byCredential.isEmpty ? nil : .perCredentialInputValues(byCredential)
    }
  }
#endif
