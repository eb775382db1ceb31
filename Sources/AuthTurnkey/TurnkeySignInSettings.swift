import AuthCore

/// What the configuration says about signing in.
struct TurnkeySignInSettings: Sendable {
  /// Whether signing in signs an unknown user up.
  let signsUp: Bool
  /// What is offered.
  let methods: [MethodID]
  /// Whether the auth proxy or the app's backend can find the account of a contact.
  let canLookUp: Bool
  /// What new users get.
  let defaults: NewUserDefaults
}
