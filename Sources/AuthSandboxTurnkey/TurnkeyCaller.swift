import AuthCore

/// The user who stamped a request.
struct TurnkeyCaller: Sendable, Hashable {
  let place: TurnkeyDirectory.Place
  /// The public key, or the passkey's handle; empty for a read-only session.
  let publicKey: String
  /// The scheme of the stamp, which a vote repeats with the signature; both are empty for a read-only session, and the
  /// signature is empty for a passkey.
  var scheme = ""
  var signature = ""
}
