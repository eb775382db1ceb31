import AuthCore

/// The user of a request's stamp.
struct TurnkeyCaller: Sendable, Hashable {
  let place: TurnkeyDirectory.Place
  /// The key's or passkey's handle; empty for a read-only session.
  let publicKey: String
  /// The parts of the stamp that a vote repeats.
  var scheme = ""
  var signature = ""
}
