/// The results of the client's extensions.
public struct PasskeyExtensionResults: Sendable {
  /// The result of `prf`.
  public struct PRF: Sendable {
    /// Whether the new credential supports the pseudo-random function; nil after an assertion.
    public var isEnabled: Bool?
    /// The value of the function for the first input, 32 bytes. It is nil if there was no input, or if the credential
    /// or the client does not evaluate the function in this ceremony.
    public var first: Secret?
    /// The value of the function for the second input, 32 bytes; nil in the same cases as `first`.
    public var second: Secret?

    /// Creates a result, by default without values of the function.
    public init(isEnabled: Bool? = nil, first: Secret? = nil, second: Secret? = nil) {
      self.isEnabled = isEnabled
      self.first = first
      self.second = second
    }
  }

  /// The member `rk` of `credProps`: whether the new credential is discoverable. It is nil if `credProps` was not
  /// requested, or if the client does not know.
  public var isDiscoverable: Bool?
  /// The result of `prf`; nil if it was not requested.
  public var prf: PRF?

  /// Creates results; none by default.
  public init(isDiscoverable: Bool? = nil, prf: PRF? = nil) {
    self.isDiscoverable = isDiscoverable
    self.prf = prf
  }
}
