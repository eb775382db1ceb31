/// The stages of a passkey ceremony, for showing or hiding parts of the app.
public enum PasskeyInteraction: Sendable, Hashable {
  /// The system asks the user; with `isAutofill`, only through AutoFill suggestions.
  case began(PasskeyCeremony.Kind, isAutofill: Bool)
  /// The user approved.
  case approved(PasskeyCeremony.Kind, isAutofill: Bool)
  /// The user declined, or the app or the system ended the ceremony.
  case dismissed(PasskeyCeremony.Kind, isAutofill: Bool)
}
