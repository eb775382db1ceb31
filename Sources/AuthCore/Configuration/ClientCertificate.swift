/// A certificate with which this client authenticates itself in TLS (RFC 8705), by the paths of its files.
public struct ClientCertificate: Sendable, Hashable {
  /// The path of a PEM file: the certificate, followed by the certificates of its authorities, if a server needs them.
  public var certificate: String
  /// The path of a PEM file with the private key, without a passphrase.
  public var key: String

  /// Creates a certificate from the paths of its files.
  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}
