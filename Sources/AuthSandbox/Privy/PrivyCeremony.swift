/// What a passkey ceremony was begun for.
struct PrivyCeremony: Sendable {
  /// `authenticate`, `register`, `link`; `mfa` for a second factor.
  let name: String
  /// Whose, where a user is signed in.
  let user: String?
}
