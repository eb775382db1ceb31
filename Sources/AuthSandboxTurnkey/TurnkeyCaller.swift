import AuthCore

/// The user who stamped a request.
struct TurnkeyCaller: Sendable, Hashable {
  let place: TurnkeyDirectory.Place
  /// The public key, or the passkey's handle; empty for a read-only session.
  let publicKey: String
  /// The scheme and the signature of the stamp, which a vote repeats.
  var scheme = ""
  var signature = ""
}
