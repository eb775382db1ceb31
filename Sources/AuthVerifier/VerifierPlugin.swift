public import AuthCore

/// A verifier type that a backend links, as a value. Each vendor's target adds a static member: `.turnkey`, `.privy`. A
/// backend passes the plug-ins that it links to `RequestVerifier`; the configuration names the types that are used.
public struct VerifierPlugin: Sendable {
  /// The name of the type in a configuration: `$.providers.<id>.type`, or the id of a block without `type`.
  public let type: String
  /// The package product that contains the verifier.
  public let product: String
  private let make: @Sendable (VerifierBlock, VerifierServices) throws(AuthError) -> any CredentialVerifier

  /// Creates a plug-in.
  ///
  /// - Parameters:
  ///   - type: the name in configurations.
  ///   - product: the package product to link.
  ///   - make: creates a verifier for a block of the configuration, without I/O.
  public init(
    _ type: String, product: String,
    make: @escaping @Sendable (VerifierBlock, VerifierServices) throws(AuthError) -> any CredentialVerifier
  ) {
    self.type = type
    self.product = product
    self.make = make
  }

  /// Creates the verifier of a block.
  ///
  /// - Throws: `invalid_configuration` for a fault in the block.
  func verifier(_ block: VerifierBlock, _ services: VerifierServices) throws(AuthError) -> any CredentialVerifier {
    try make(block, services)
  }
}
