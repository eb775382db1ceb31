/// How a passkey ceremony is shown.
public struct PasskeyOptions: Sendable {
  /// How the user is involved in a ceremony.
  public enum Mediation: String, Sendable, Hashable {
    /// The ceremony is shown as a sheet at once.
    case modal
    /// An assertion suggests passkeys at the keyboard (autofill). A creation does not show a sheet: the platform
    /// creates the credential if the user has just signed in with a password.
    case conditional
  }

  /// How the user is involved in the ceremony.
  public var mediation: Mediation
  /// Whether an assertion fails with `no_credential` if this device has no matching credential, instead of offering the
  /// use of another device.
  public var preferImmediatelyAvailable: Bool
  /// The name under which the vendor lists a new credential, if the vendor supports names; nil uses
  /// `FlowProfile.passkeyLabel` or a default.
  public var label: String?
  /// The window for the ceremony: an `ASPresentationAnchor` on Apple's systems; nil for the authenticator's own choice.
  /// Other systems ignore this property.
  public var presentationAnchor: (any Sendable)?

  /// Creates options; by default a sheet that is shown at once.
  public init(
    mediation: Mediation = .modal, preferImmediatelyAvailable: Bool = false, label: String? = nil,
    presentationAnchor: (any Sendable)? = nil
  ) {
    self.mediation = mediation
    self.preferImmediatelyAvailable = preferImmediatelyAvailable
    self.label = label
    self.presentationAnchor = presentationAnchor
  }
}
