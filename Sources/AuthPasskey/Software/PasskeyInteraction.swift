/// The stages of a passkey ceremony, for showing or hiding parts of the app.
public enum PasskeyInteraction: Sendable, Hashable {
  /// The user is asked; `isAutofill` when only by suggestions.
  case began(PasskeyCeremony.Kind, isAutofill: Bool)
  /// The user approved.
  case approved(PasskeyCeremony.Kind, isAutofill: Bool)
  /// The user declined, or the ceremony was ended from outside.
  case dismissed(PasskeyCeremony.Kind, isAutofill: Bool)
}
