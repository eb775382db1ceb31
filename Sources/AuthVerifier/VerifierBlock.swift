public import AuthCore

/// The block of a provider instance, as a verifier reads it. App and backend can share one configuration: the app
/// ignores `verifier`, and the verifier ignores keys that it does not know, because they belong to the sign-in.
public struct VerifierBlock: Sendable {
  /// The instance's name.
  public let id: ProviderID
  /// The reader of the keys that app and backend share. Do not call `finish()`.
  public var shared: ConfigurationReader
  /// The reader of the object `verifier`, which is empty if the block has none. Call `finish()` after the last key.
  public var own: ConfigurationReader
}
