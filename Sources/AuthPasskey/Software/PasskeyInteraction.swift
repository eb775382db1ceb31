/// The stages of a passkey ceremony. An app can use them to show or hide parts of its interface.
public enum PasskeyInteraction: Sendable, Hashable {
  /// The ceremony asks the user; with `isAutofill`, it only suggests accounts.
  case began(PasskeyCeremony.Kind, isAutofill: Bool)
  /// The user approved.
  case approved(PasskeyCeremony.Kind, isAutofill: Bool)
  /// The user declined, or the app or the system ended the ceremony.
  case dismissed(PasskeyCeremony.Kind, isAutofill: Bool)
}
