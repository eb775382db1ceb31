/// The stages of a passkey ceremony, by which an app can show or hide parts of its interface.
public enum PasskeyInteraction: Sendable, Hashable {
  /// The user is being asked; with `isAutofill`, only by suggestions.
  case began(PasskeyCeremony.Kind, isAutofill: Bool)
  /// The user approved.
  case approved(PasskeyCeremony.Kind, isAutofill: Bool)
  /// The user declined, or the app or the system ended the ceremony.
  case dismissed(PasskeyCeremony.Kind, isAutofill: Bool)
}
