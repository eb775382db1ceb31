/// What a program may want to show or hide while a passkey ceremony runs.
public enum PasskeyInteraction: Sendable, Hashable {
  /// The person is asked; `isAutofill` when only in passing.
  case began(PasskeyCeremony.Kind, isAutofill: Bool)
  /// The person said yes.
  case approved(PasskeyCeremony.Kind, isAutofill: Bool)
  /// The person said no, or the ceremony was ended from outside.
  case dismissed(PasskeyCeremony.Kind, isAutofill: Bool)
}
