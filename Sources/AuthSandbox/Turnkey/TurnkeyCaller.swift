import AuthCore

/// Whose stamp a request carries.
struct TurnkeyCaller: Sendable, Hashable {
  let place: TurnkeyDirectory.Place
  /// The key's or passkey's handle; empty for a read-only session.
  let publicKey: String
  /// What a vote repeats of the stamp.
  var scheme = ""
  var signature = ""
}
