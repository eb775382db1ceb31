/// A passkey ceremony: its purpose and its user.
struct PrivyCeremony: Sendable {
  /// The purpose: `authenticate`, `register`, `link`, or `mfa` for a second factor.
  let name: String
  /// The signed-in user's id; nil if no user is signed in.
  let user: String?
}
