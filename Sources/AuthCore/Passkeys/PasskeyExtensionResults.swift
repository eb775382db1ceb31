/// The results of the client's extensions.
public struct PasskeyExtensionResults: Sendable {
  /// The result of `prf`.
  public struct PRF: Sendable {
    /// Whether the new credential supports the function; only after a creation.
    public var isEnabled: Bool?
    /// The value of the function for the first input: 32 bytes.
    public var first: Secret?
    /// The value of the function for the second input: 32 bytes.
    public var second: Secret?

    /// Creates a result.
    public init(isEnabled: Bool? = nil, first: Secret? = nil, second: Secret? = nil) {
      self.isEnabled = isEnabled
      self.first = first
      self.second = second
    }
  }

  /// `credProps.rk`: whether the credential is discoverable; nil if this was not requested or is not known.
  public var isDiscoverable: Bool?
  /// The result of `prf`; nil if it was not requested.
  public var prf: PRF?

  /// Creates results; none by default.
  public init(isDiscoverable: Bool? = nil, prf: PRF? = nil) {
    self.isDiscoverable = isDiscoverable
    self.prf = prf
  }
}
