/// What a server tells an authenticator about credentials that it may hold, so that its lists say what is true
/// (WebAuthn Level 3 §5.1.10). Advice: nothing is asked of the person, and an authenticator may let it pass.
public enum PasskeySignal: Sendable, Hashable {
  /// The server does not know a credential: it is not to be offered any more (`signalUnknownCredential`).
  case unknownCredential(relyingPartyID: String, credentialID: [UInt8])
  /// The server takes these credentials of a user and no other (`signalAllAcceptedCredentials`). The list has to be
  /// complete: what is missing is not to be offered any more.
  case allAcceptedCredentials(relyingPartyID: String, userHandle: [UInt8], credentialIDs: [[UInt8]])
  /// What the user is called now (`signalCurrentUserDetails`).
  case currentUserDetails(relyingPartyID: String, userHandle: [UInt8], userName: String, displayName: String)
}
