public import AuthCore

/// A server's certificate and private key, both as PEM texts.
public struct ServerIdentity: Sendable {
  /// The certificate, with its chain where it has one.
  public let certificatePEM: String
  /// The private key.
  public let privateKeyPEM: Secret

  /// An identity.
  public init(certificatePEM: String, privateKeyPEM: Secret) {
    self.certificatePEM = certificatePEM
    self.privateKeyPEM = privateKeyPEM
  }
}
