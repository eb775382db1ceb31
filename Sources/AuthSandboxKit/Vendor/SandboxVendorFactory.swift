public import AuthCore

/// A factory of a vendor's servers for one sandbox: `.turnkey` of AuthSandboxTurnkey, or an adapter author's own.
///
/// ```swift
/// extension SandboxVendorFactory {
///   static let acme = SandboxVendorFactory { keyring, random in AcmeVendor(keyring: &keyring, random: random) }
/// }
/// let sandbox = try Sandbox(vendors: [.acme])
/// ```
public struct SandboxVendorFactory: Sendable {
  let make: @Sendable (inout SandboxKeyring, any RandomSource) throws(AuthError) -> any SandboxVendor

  /// Creates a factory.
  ///
  /// - Parameter make: makes the vendor's value. The function reads permanent keys and ids with
  ///   `SandboxKeyring.entry(_:make:)`, which creates missing entries, so that a restarted sandbox keeps them. The
  ///   sandbox's initializer throws the errors of this function.
  public init(
    _ make: @escaping @Sendable (inout SandboxKeyring, any RandomSource) throws(AuthError) -> any SandboxVendor
  ) {
    self.make = make
  }
}
