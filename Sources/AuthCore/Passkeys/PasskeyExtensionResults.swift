/// What the client's extensions gave.
public struct PasskeyExtensionResults: Sendable {
  /// What `prf` gave.
  public struct PRF: Sendable {
    /// Whether the new credential has such a function; in creations alone.
    public var isEnabled: Bool?
    /// The value at the first input, 32 bytes.
    public var first: Secret?
    /// The value at the second input, 32 bytes.
    public var second: Secret?

    /// A result.
    public init(isEnabled: Bool? = nil, first: Secret? = nil, second: Secret? = nil) {
      self.isEnabled = isEnabled
      self.first = first
      self.second = second
    }
  }

  /// `credProps.rk`: whether the credential is discoverable; nil when it was not asked or is not known.
  public var isDiscoverable: Bool?
  /// What `prf` gave; nil when it was not asked for.
  public var prf: PRF?

  /// Results; none by default.
  public init(isDiscoverable: Bool? = nil, prf: PRF? = nil) {
    self.isDiscoverable = isDiscoverable
    self.prf = prf
  }
}
