import AuthCore
import AuthCrypto

/// An attestation statement with the data that it covers, and the checks of each format (WebAuthn Level 3 §8).
struct AttestationStatement {
  let object: AttestationObject
  let data: AuthenticatorData
  let credential: AuthenticatorData.AttestedCredential
  let key: COSEKey
  let clientDataHash: [UInt8]

  /// The bytes that are signed in most formats: the authenticator data, then the client data hash.
  var message: [UInt8] { object.authenticatorData + clientDataHash }

  static func refused(_ reason: String) -> AuthError { PasskeyRefusal.attestation.error(reason) }

  /// Checks the statement.
  ///
  /// - Parameters:
  ///   - trust: the trusted roots; nil refuses statements with certificates, unless `takesAnyCertificate` is true.
  ///   - takesAnyCertificate: whether statements with certificates are accepted without `trust`. Such statements prove
  ///     nothing about the authenticator.
  /// - Returns: the information about the authenticator that the statement proves.
  /// - Throws: `signature_invalid` with the refusal `attestation`; `unsupported` if the format is unknown, or if the
  ///   statement has certificates, `trust` is nil and `takesAnyCertificate` is false.
  func verify(
    _ trust: PasskeyAttestationTrust?, takesAnyCertificate: Bool = false
  ) throws(AuthError) -> PasskeyAttestation {
    switch object.format {
    case "none":
      guard object.statement.mapValue?.isEmpty == true else {
        throw Self.refused("a statement of format 'none' must be empty")
      }
      return .none
    case "packed" where object.statement["x5c"] == nil:
      try verifyByCredential()
      return .credential
    case "packed", "fido-u2f", "apple", "android-key", "tpm":
      guard trust != nil || takesAnyCertificate else {
        throw AuthError(
          .unsupported,
          "Attestation '\(ServerText.quoted(object.format))' with certificates needs trusted roots. Set "
            + "attestationTrust, or request attestation 'none'.")
      }
      let certificates = try certificates()
      switch object.format {
      case "packed": try verifyPacked(certificates[0])
      case "fido-u2f": try verifyU2F(certificates)
      case "apple": try verifyApple(certificates[0])
      case "android-key": try verifyAndroidKey(certificates[0])
      default: try verifyTPM(certificates[0])
      }
      guard let trust else { return .none }
      guard AttestationPath.isTrusted(certificates, trust) else {
        throw Self.refused("no valid path leads from the authenticator's certificate to a trusted root")
      }
      return .certified(format: object.format)
    default:
      throw AuthError(
        .unsupported,
        "Attestation '\(ServerText.quoted(object.format))' is not supported. Request attestation 'none'.")
    }
  }

  /// Returns the statement's certificates; the first belongs to the authenticator. The limit of eight bounds the work
  /// for a hostile statement.
  private func certificates() throws(AuthError) -> [AttestationCertificate] {
    let list = object.statement["x5c"]?.arrayValue ?? []
    let certificates = list.compactMap { $0.bytesValue.flatMap { AttestationCertificate(der: $0) } }
    guard !certificates.isEmpty, certificates.count == list.count, certificates.count <= 8 else {
      throw Self.refused("x5c must contain one to eight well-formed certificates")
    }
    return certificates
  }

  /// Checks that `sig` is a signature over `message` with the certificate's key and the algorithm `alg`.
  func verifySignature(by certificate: AttestationCertificate) throws(AuthError) {
    guard let algorithm = CertificateSignature(algorithm: object.statement["alg"]?.integerValue),
      let signature = object.statement["sig"]?.bytesValue, let key = certificate.publicKey,
      key.verifies(signature, over: message, by: algorithm)
    else { throw Self.refused("the statement's alg is not supported, or its signature does not verify") }
  }

  /// Checks the certificate's AAGUID, which is optional. It must equal the AAGUID in the authenticator data, and its
  /// extension must not be critical (§8.2.1).
  func verifyAAGUID(_ certificate: AttestationCertificate) throws(AuthError) {
    guard let found = certificate.extensions[AttestationCertificate.ObjectIdentifier.aaguid] else { return }
    var reader = DERReader(found.value)
    guard !found.isCritical, (try? reader.read(0x04)).map({ Array($0) }) == credential.aaguid, reader.isAtEnd else {
      throw Self.refused(
        "the certificate's AAGUID extension is critical, or differs from the AAGUID in the authenticator data")
    }
  }

  /// Checks that the certificate's key is the credential's key.
  func verifyKey(of certificate: AttestationCertificate) throws(AuthError) {
    guard certificate.publicKeyInfo == key.publicKeyInfo else {
      throw Self.refused("the certificate's key is not the credential's key")
    }
  }
}
