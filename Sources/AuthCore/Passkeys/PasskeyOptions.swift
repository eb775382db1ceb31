/// How a passkey ceremony is shown.
public struct PasskeyOptions: Sendable {
  /// When the ceremony is shown.
  public enum Mediation: String, Sendable, Hashable {
    /// At once, as a sheet.
    case modal
    /// As keyboard suggestions (autofill).
    case conditional
  }

  /// When the ceremony is shown.
  public var mediation: Mediation
  /// Whether to fail with `no_credential` instead of offering another device.
  public var preferImmediatelyAvailable: Bool
  /// The credential's name in lists.
  public var label: String?
  /// The window for the ceremony; the platform's own type.
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
