/// The extensions that a relying party requests for a ceremony (WebAuthn Level 3 §10.1).
public struct PasskeyExtensions: Sendable, Hashable {
  /// The inputs of a credential's pseudo-random function (WebAuthn Level 3 §10.1.4).
  public struct PRFInputs: Sendable, Hashable {
    /// The first input, of any length.
    public var first: [UInt8]
    /// The second input, of any length; nil if only one value is needed.
    public var second: [UInt8]?

    /// Creates one input, or two.
    public init(first: [UInt8], second: [UInt8]? = nil) {
      self.first = first
      self.second = second
    }
  }

  /// The request for `prf`: the client evaluates the pseudo-random function of the credential.
  public struct PRF: Sendable, Hashable {
    /// The inputs for every credential without an entry in `inputsByCredential`; nil for no inputs.
    public var inputs: PRFInputs?
    /// Inputs by credential ID. For a credential with an entry, they replace `inputs`. They are allowed only in
    /// assertions, and only for the IDs in `allowedCredentials`.
    public var inputsByCredential: [[UInt8]: PRFInputs]

    /// Creates the request. Without inputs, the result of a creation contains only whether the credential supports the
    /// function, and the result of an assertion is empty.
    public init(_ inputs: PRFInputs? = nil, byCredential inputsByCredential: [[UInt8]: PRFInputs] = [:]) {
      self.inputs = inputs
      self.inputsByCredential = inputsByCredential
    }
  }

  /// Whether to request `credProps` (WebAuthn Level 3 §10.1.3), which reports whether a new credential is discoverable.
  /// The extension has no effect on assertions.
  public var credentialProperties: Bool
  /// The request for `prf` (WebAuthn Level 3 §10.1.4); nil if `prf` is not requested.
  public var prf: PRF?

  /// Creates extensions; none by default.
  public init(credentialProperties: Bool = false, prf: PRF? = nil) {
    self.credentialProperties = credentialProperties
    self.prf = prf
  }
}
