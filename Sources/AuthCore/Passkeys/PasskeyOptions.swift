/// How a passkey ceremony is to look.
public struct PasskeyOptions: Sendable {
  /// When the ceremony shows itself.
  public enum Mediation: String, Sendable, Hashable {
    /// At once, as a sheet.
    case modal
    /// As suggestions of the keyboard (autofill).
    case conditional
  }

  /// When it shows itself.
  public var mediation: Mediation
  /// Fail with `no_credential` rather than offer another device.
  public var preferImmediatelyAvailable: Bool
  /// What the credential is called in lists.
  public var label: String?
  /// The window to show it in; the platform's own type.
  public var presentationAnchor: (any Sendable)?

  /// Options; by default a sheet that shows at once.
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
