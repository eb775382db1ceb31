/// The extensions that a relying party requests for a ceremony (WebAuthn Level 3 §10.1).
public struct PasskeyExtensions: Sendable, Hashable {
  /// The inputs of a credential's pseudo-random function (§10.1.4).
  public struct PRFInputs: Sendable, Hashable {
    /// The first input, of any length.
    public var first: [UInt8]
    /// The second input.
    public var second: [UInt8]?

    /// Creates inputs.
    public init(first: [UInt8], second: [UInt8]? = nil) {
      self.first = first
      self.second = second
    }
  }

  /// `prf`: secrets that only this credential can compute.
  public struct PRF: Sendable, Hashable {
    /// The inputs for any credential.
    public var inputs: PRFInputs?
    /// The inputs for the credential with this id, which take precedence over `inputs`; for assertions with a list of
    /// allowed credentials.
    public var inputsByCredential: [[UInt8]: PRFInputs]

    /// Creates the extension. Without inputs, the result contains only whether the function is supported.
    public init(_ inputs: PRFInputs? = nil, byCredential inputsByCredential: [[UInt8]: PRFInputs] = [:]) {
      self.inputs = inputs
      self.inputsByCredential = inputsByCredential
    }
  }

  /// `credProps`: whether the credential is discoverable; for creations.
  public var credentialProperties: Bool
  /// `prf`, if requested.
  public var prf: PRF?

  /// Creates extensions; none by default.
  public init(credentialProperties: Bool = false, prf: PRF? = nil) {
    self.credentialProperties = credentialProperties
    self.prf = prf
  }
}
