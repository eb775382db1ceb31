/// What a relying party asks of a ceremony beyond the credential (WebAuthn Level 3 §10.1).
public struct PasskeyExtensions: Sendable, Hashable {
  /// What the pseudo-random function of a credential is evaluated at (§10.1.4).
  public struct PRFInputs: Sendable, Hashable {
    /// The first input, of any length.
    public var first: [UInt8]
    /// The second input.
    public var second: [UInt8]?

    /// Inputs.
    public init(first: [UInt8], second: [UInt8]? = nil) {
      self.first = first
      self.second = second
    }
  }

  /// `prf`: secrets that only this credential can compute.
  public struct PRF: Sendable, Hashable {
    /// The inputs for whichever credential is used.
    public var inputs: PRFInputs?
    /// The inputs for the credential of this identity, which go before `inputs`; for assertions that allow credentials.
    public var inputsByCredential: [[UInt8]: PRFInputs]

    /// The extension; without inputs it asks whether there is such a function.
    public init(_ inputs: PRFInputs? = nil, byCredential inputsByCredential: [[UInt8]: PRFInputs] = [:]) {
      self.inputs = inputs
      self.inputsByCredential = inputsByCredential
    }
  }

  /// `credProps`: whether the credential is discoverable; for creations.
  public var credentialProperties: Bool
  /// `prf`, where it is asked for.
  public var prf: PRF?

  /// Extensions; none by default.
  public init(credentialProperties: Bool = false, prf: PRF? = nil) {
    self.credentialProperties = credentialProperties
    self.prf = prf
  }
}

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
