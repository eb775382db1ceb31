/// A passkey ceremony's purpose and challenge.
struct PrivyCeremony: Sendable {
  /// `authenticate`, `register`, `link`; `mfa` for a second factor.
  let name: String
  /// The user, if one is signed in.
  let user: String?
}
