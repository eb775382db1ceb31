/// A server's message to an authenticator about its credentials, so that the authenticator's lists are correct
/// (WebAuthn Level 3 §5.1.10). The message is a hint: the user is not asked, and an authenticator may ignore it.
public enum PasskeySignal: Sendable, Hashable {
  /// The server has no such credential: do not offer it any more (`signalUnknownCredential`).
  case unknownCredential(relyingPartyID: String, credentialID: [UInt8])
  /// The server accepts exactly these credentials of a user (`signalAllAcceptedCredentials`). The list must be
  /// complete: a credential that is missing is not offered any more.
  case allAcceptedCredentials(relyingPartyID: String, userHandle: [UInt8], credentialIDs: [[UInt8]])
  /// The user's current name (`signalCurrentUserDetails`).
  case currentUserDetails(relyingPartyID: String, userHandle: [UInt8], userName: String, displayName: String)
}
