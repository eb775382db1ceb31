import AuthCore

/// The user who stamped a request.
struct TurnkeyCaller: Sendable, Hashable {
  let place: TurnkeyDirectory.Place
  /// The public key, or the passkey's handle; empty for a read-only session.
  let publicKey: String
  /// The scheme of the stamp, which the JSON of a vote contains; empty for a read-only session.
  var scheme = ""
  /// The signature in the stamp, which the JSON of a vote contains; empty for a read-only session and for a passkey.
  var signature = ""
}
