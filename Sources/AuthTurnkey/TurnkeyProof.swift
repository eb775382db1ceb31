import AuthCore

/// A proof of the user's identity that is bound to a key of this device.
enum TurnkeyProof: Sendable {
  case contact(VerifiedContact)
  case account(VerifiedIdentity)

  /// The ID of the session to open.
  var sessionID: SessionID {
    switch self {
    case .contact(let verified): verified.sessionID
    case .account(let identity): identity.sessionID
    }
  }
}
