#if canImport(AuthenticationServices)
  import AuthCore
  import AuthCrypto
  import AuthenticationServices

  #if canImport(CryptoKit)
    import CryptoKit
  #endif
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Translates the results of the system's ceremonies into this package's types.
  enum PlatformPasskeyResults {
    private static let unexpected = AuthError(
      .malformedResponse, "The system did not return a complete credential of the requested type. Try again.")

    /// Reads the registration in the system's result.
    ///
    /// - Throws: `malformed_response` if the credential has another type or no attestation object.
    static func registration(
      _ authorization: ASAuthorization, for request: PasskeyCreationRequest
    ) throws(AuthError) -> PasskeyRegistration {
      guard let made = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialRegistration,
        let object = made.rawAttestationObject
      else { throw unexpected }
      // The system creates only discoverable passkeys.
      var results = PasskeyExtensionResults(
        isDiscoverable: request.extensions.credentialProperties ? true : nil)
      if request.extensions.prf != nil {
        results.prf = .init(isEnabled: false)
        if #available(iOS 18, macOS 15, *), let prf = made.prf {
          results.prf = .init(
            isEnabled: prf.isSupported, first: prf.first.map(secret), second: prf.second.map(secret))
        }
      }
      return PasskeyRegistration(
        credentialID: Array(made.credentialID), clientDataJSON: Array(made.rawClientDataJSON),
        attestationObject: Array(object), transports: ["internal", "hybrid"], extensionResults: results)
    }

    /// Reads the assertion in the system's result.
    ///
    /// - Throws: `malformed_response` if the credential has another type, no authenticator data or no signature.
    static func assertion(
      _ authorization: ASAuthorization, for request: PasskeyAssertionRequest
    ) throws(AuthError) -> PasskeyAssertion {
      guard let used = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialAssertion else {
        throw unexpected
      }
      // The framework's header does not specify whether these three values can be nil.
      let (data, proof, user): (Data?, Data?, Data?) = (used.rawAuthenticatorData, used.signature, used.userID)
      guard let data, let proof else { throw unexpected }
      var results = PasskeyExtensionResults()
      if request.extensions.prf != nil {
        results.prf = .init()
        if #available(iOS 18, macOS 15, *), let prf = used.prf {
          results.prf = .init(first: secret(prf.first), second: prf.second.map(secret))
        }
      }
      return PasskeyAssertion(
        credentialID: Array(used.credentialID), clientDataJSON: Array(used.rawClientDataJSON),
        authenticatorData: Array(data), signature: Array(proof), userHandle: user.map { Array($0) },
        extensionResults: results)
    }

    private static func secret(_ key: SymmetricKey) -> Secret { key.withUnsafeBytes { Secret(Array($0)) } }
  }
#endif
