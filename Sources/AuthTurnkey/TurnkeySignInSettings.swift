import AuthCore

/// The settings of a sign-in.
struct TurnkeySignInSettings: Sendable {
  /// Whether signing in creates an account for an unknown user.
  let signsUp: Bool
  /// The offered methods.
  let methods: [MethodID]
  /// Whether the auth proxy or the app's backend can find the account of a contact.
  let canLookUp: Bool
  /// The defaults for new users.
  let defaults: NewUserDefaults
}
