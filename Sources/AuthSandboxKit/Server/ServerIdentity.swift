public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A server's certificate and private key, both in PEM.
public struct ServerIdentity: Sendable {
  /// The certificate, followed by its chain, if any.
  public let certificatePEM: String
  /// The private key of the certificate's public key.
  public let privateKeyPEM: Secret

  /// Creates an identity. It is not checked here: a server that cannot use it does not start.
  public init(certificatePEM: String, privateKeyPEM: Secret) {
    self.certificatePEM = certificatePEM
    self.privateKeyPEM = privateKeyPEM
  }

  /// Makes a P-256 key and a self-signed certificate for 127.0.0.1, ::1 and localhost, valid for 30 days.
  ///
  /// - Parameters:
  ///   - now: the current time; the certificate is valid from an hour earlier.
  ///   - random: the source of the serial number.
  /// - Throws: `internal` when the certificate cannot be signed.
  public static func selfSigned(
    at now: Date, random: any RandomSource = SystemRandomSource()
  ) throws(AuthError) -> ServerIdentity {
    let key = P256.Signing.PrivateKey()
    // From an hour ago, for clients whose clocks are slightly slow.
    let certificate = try SelfSignedCertificate(
      key: key, serial: random.bytes(16), from: now.addingTimeInterval(-3600),
      until: now.addingTimeInterval(30 * 86_400))
    return ServerIdentity(
      certificatePEM: PEMDocument(label: "CERTIFICATE", derBytes: certificate.der).text,
      privateKeyPEM: Secret(key.pemRepresentation))
  }
}
